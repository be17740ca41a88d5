//! The erasure law on images.

use crate::common::realistic::{same_after, same_text, shapes};

#[test]
fn image() {
    /// An image and one that is slightly off.
    macro_rules! image {
        ($shape:expr, $offset:expr) => {
            applications::image::Image {
                width: $shape.0,
                height: $shape.1,
                pixels: $shape
                    .2
                    .iter()
                    .map(|p| applications::image::Rgb {
                        r: p.wrapping_add($offset),
                        g: p.wrapping_mul(3),
                        b: p.wrapping_mul(5),
                    })
                    .collect(),
            }
        };
    }
    macro_rules! gray {
        ($shape:expr) => {
            applications::image::Gray {
                width: $shape.0,
                height: $shape.1,
                pixels: $shape.2.clone(),
            }
        };
    }
    same_text!(shapes(), |shape| image!(shape, 0).channel_means());
    same_text!(shapes(), |shape| image!(shape, 0).to_gray());
    same_text!(shapes(), |shape| image!(shape, 0).split_channels());
    same_text!(shapes(), |shape| {
        let (image, other) = (image!(shape, 0), image!(shape, 9));
        (
            image.blend(&other, 0.3),
            image.psnr(&other),
            image.psnr(&image),
        )
    });
    same_after!(shapes(), |shape| image!(shape, 0), |place| place.invert());
    same_text!(shapes(), |shape| {
        let gray = gray!(shape);
        (gray.histogram(), gray.otsu_threshold(), gray.moments())
    });
    same_text!(shapes(), |shape| gray!(shape).binarize(100));
    same_after!(shapes(), |shape| gray!(shape), |place| {
        place.stretch_contrast()
    });
    same_text!(shapes(), |shape| gray!(shape).row_profile());
    same_text!(shapes(), |shape| gray!(shape).sobel());
    same_text!([0, 1, 5], |r| applications::image::gaussian_kernel(1.5, *r));
    same_after!(
        shapes(),
        |(_, _, pixels)| pixels
            .chunks_exact(4)
            .map(|c| [c[0], c[1], c[2], c[3]].map(f32::from))
            .collect::<Vec<_>>(),
        |place| applications::image::premultiply(place)
    );
    same_text!(shapes(), |(_, _, pixels)| {
        let row: Vec<f32> = pixels.iter().map(|p| f32::from(*p)).collect();
        applications::image::box_blur_row(&row, 2)
    });
    same_text!(shapes(), |(_, _, pixels)| {
        let n = pixels.len();
        applications::image::planes_to_rgb(pixels, &pixels[n / 2..], &pixels[n / 3..])
    });
    same_text!(shapes(), |(width, height, pixels)| {
        applications::image::integral_image(pixels, *width, *height)
    });
    same_text!(shapes(), |(_, _, pixels)| {
        let of = |c: &[u8]| applications::image::Rgba {
            r: c[0],
            g: c[1],
            b: c[2],
            a: [0, 255, c[3]][usize::from(c[3]) % 3],
        };
        let pixels = pixels.chunks_exact(4).map(of).collect::<Vec<_>>();
        applications::image::alpha_over(&pixels, &pixels[pixels.len() / 2..])
    });
}
