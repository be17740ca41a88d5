//! Each cluster as a tree of vertical, horizontal and diagonal fusions (paper 004, section 4.4).
