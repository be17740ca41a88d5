//! Images, as a crate of its own would handle them.

use super::fuse;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rgb {
    pub r: u8,
    pub g: u8,
    pub b: u8,
}

impl Rgb {
    pub fn luma(&self) -> f32 {
        0.299 * f32::from(self.r) + 0.587 * f32::from(self.g) + 0.114 * f32::from(self.b)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Gray {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<u8>,
}

#[derive(Debug, Clone)]
pub struct Image {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<Rgb>,
}

impl Image {
    #[fuse(loops = 1)]
    pub fn channel_means(&self) -> [f64; 3] {
        let n = self.pixels.len() as f64;
        let r = self.pixels.iter().map(|p| f64::from(p.r)).sum::<f64>() / n;
        let g = self.pixels.iter().map(|p| f64::from(p.g)).sum::<f64>() / n;
        let b = self.pixels.iter().map(|p| f64::from(p.b)).sum::<f64>() / n;
        [r, g, b]
    }

    #[fuse(loops = 1)]
    pub fn to_gray(&self) -> (Gray, u8, u8) {
        let pixels: Vec<u8> = self.pixels.iter().map(|p| p.luma() as u8).collect();
        let darkest = pixels.iter().copied().min().unwrap_or(0);
        let brightest = pixels.iter().copied().max().unwrap_or(255);
        (
            Gray {
                width: self.width,
                height: self.height,
                pixels,
            },
            darkest,
            brightest,
        )
    }

    #[fuse]
    pub fn split_channels(&self) -> (Vec<u8>, Vec<u8>, Vec<u8>) {
        let mut red = Vec::with_capacity(self.pixels.len());
        let mut green = Vec::with_capacity(self.pixels.len());
        let mut blue = Vec::with_capacity(self.pixels.len());
        for p in &self.pixels {
            red.push(p.r);
            green.push(p.g);
            blue.push(p.b);
        }
        (red, green, blue)
    }

    #[fuse]
    pub fn blend(&self, other: &Image, alpha: f32) -> Option<Image> {
        if self.width != other.width || self.height != other.height {
            return None;
        }
        let mix = |a: u8, b: u8| (f32::from(a) * (1.0 - alpha) + f32::from(b) * alpha) as u8;
        let pixels = self
            .pixels
            .iter()
            .zip(other.pixels.iter())
            .map(|(p, q)| Rgb {
                r: mix(p.r, q.r),
                g: mix(p.g, q.g),
                b: mix(p.b, q.b),
            })
            .collect();
        Some(Image {
            width: self.width,
            height: self.height,
            pixels,
        })
    }

    #[fuse]
    pub fn invert(&mut self) {
        for p in self.pixels.iter_mut() {
            p.r = 255 - p.r;
            p.g = 255 - p.g;
            p.b = 255 - p.b;
        }
    }

    #[fuse(loops = 1)]
    pub fn psnr(&self, other: &Image) -> f64 {
        let squared: f64 = self
            .pixels
            .iter()
            .zip(&other.pixels)
            .map(|(p, q)| f64::from(p.luma() - q.luma()).powi(2))
            .sum();
        let worst = self
            .pixels
            .iter()
            .zip(&other.pixels)
            .map(|(p, q)| (p.luma() - q.luma()).abs())
            .fold(0.0, f32::max);
        if worst == 0.0 {
            return f64::INFINITY;
        }
        10.0 * (255.0 * 255.0 * self.pixels.len() as f64 / squared).log10()
    }
}

impl Gray {
    #[fuse]
    pub fn histogram(&self) -> [usize; 256] {
        let mut bins = [0; 256];
        for &p in &self.pixels {
            bins[p as usize] += 1;
        }
        bins
    }

    #[fuse]
    pub fn otsu_threshold(&self) -> u8 {
        let histogram = self.histogram();
        let total = self.pixels.len() as f64;
        let sum: f64 = histogram
            .iter()
            .enumerate()
            .map(|(i, &h)| i as f64 * h as f64)
            .sum();
        let mut sum_background = 0.0;
        let mut weight_background = 0.0;
        let mut best = (0.0, 0);
        for (t, &h) in histogram.iter().enumerate() {
            weight_background += h as f64;
            if weight_background == 0.0 {
                continue;
            }
            let weight_foreground = total - weight_background;
            if weight_foreground == 0.0 {
                break;
            }
            sum_background += t as f64 * h as f64;
            let difference =
                sum_background / weight_background - (sum - sum_background) / weight_foreground;
            let between = weight_background * weight_foreground * difference * difference;
            if between > best.0 {
                best = (between, t);
            }
        }
        best.1 as u8
    }

    #[fuse(loops = 1)]
    pub fn binarize(&self, threshold: u8) -> (Vec<bool>, usize, usize) {
        let mask: Vec<bool> = self.pixels.iter().map(|&p| p >= threshold).collect();
        let foreground = mask.iter().filter(|&&m| m).count();
        let background = mask.len() - foreground;
        (mask, foreground, background)
    }

    #[fuse]
    pub fn stretch_contrast(&mut self) -> Result<(), String> {
        let low = *self.pixels.iter().min().ok_or("empty image")?;
        let high = *self.pixels.iter().max().ok_or("empty image")?;
        if low == high {
            return Err(format!("flat image at {low}"));
        }
        let range = f32::from(high - low);
        for p in &mut self.pixels {
            *p = (f32::from(*p - low) / range * 255.0) as u8;
        }
        Ok(())
    }

    #[fuse]
    pub fn row_profile(&self) -> (Vec<u32>, Option<usize>) {
        let sums: Vec<u32> = self
            .pixels
            .chunks_exact(self.width)
            .map(|row| row.iter().map(|&p| u32::from(p)).sum())
            .collect();
        let brightest = sums
            .iter()
            .enumerate()
            .max_by_key(|(_, s)| **s)
            .map(|(i, _)| i);
        (sums, brightest)
    }

    #[fuse]
    pub fn sobel(&self) -> Vec<f32> {
        let (w, h) = (self.width, self.height);
        let mut out = vec![0.0; w * h];
        let at = |x: usize, y: usize| f32::from(self.pixels[y * w + x]);
        for y in 1..h.saturating_sub(1) {
            for x in 1..w.saturating_sub(1) {
                let gx = at(x + 1, y - 1) + 2.0 * at(x + 1, y) + at(x + 1, y + 1)
                    - at(x - 1, y - 1)
                    - 2.0 * at(x - 1, y)
                    - at(x - 1, y + 1);
                let gy = at(x - 1, y + 1) + 2.0 * at(x, y + 1) + at(x + 1, y + 1)
                    - at(x - 1, y - 1)
                    - 2.0 * at(x, y - 1)
                    - at(x + 1, y - 1);
                out[y * w + x] = (gx * gx + gy * gy).sqrt();
            }
        }
        out
    }

    /// Where the light is, and how far it is spread.
    #[fuse(loops = 1)]
    pub fn moments(&self) -> (f64, f64, f64) {
        let mass: f64 = self.pixels.iter().map(|&p| p as f64).sum();
        let mx: f64 = self
            .pixels
            .iter()
            .enumerate()
            .map(|(i, &p)| (i % self.width) as f64 * p as f64)
            .sum();
        let my: f64 = self
            .pixels
            .iter()
            .enumerate()
            .map(|(i, &p)| (i / self.width) as f64 * p as f64)
            .sum();
        (mass, mx / mass, my / mass)
    }
}

#[fuse(loops = 2)]
pub fn gaussian_kernel(sigma: f32, radius: i32) -> Vec<f32> {
    let raw: Vec<f32> = (-radius..=radius)
        .map(|i| (-(i * i) as f32 / (2.0 * sigma * sigma)).exp())
        .collect();
    let sum: f32 = raw.iter().sum();
    raw.into_iter().map(|v| v / sum).collect()
}

#[fuse(loops = 1)]
pub fn premultiply(rgba: &mut [[f32; 4]]) -> f32 {
    rgba.iter_mut().for_each(|px| {
        let a = px[3];
        px[0] *= a;
        px[1] *= a;
        px[2] *= a;
    });
    let coverage: f32 = rgba.iter().map(|px| px[3]).sum();
    coverage / rgba.len() as f32
}

#[fuse]
pub fn box_blur_row(row: &[f32], radius: usize) -> Vec<f32> {
    let n = row.len();
    (0..n)
        .map(|i| {
            let lo = i.saturating_sub(radius);
            let hi = (i + radius + 1).min(n);
            row[lo..hi].iter().sum::<f32>() / (hi - lo) as f32
        })
        .collect()
}

#[fuse(loops = 1)]
pub fn planes_to_rgb(y: &[u8], cb: &[u8], cr: &[u8]) -> (Vec<[u8; 3]>, usize) {
    let pixels: Vec<[u8; 3]> = y
        .iter()
        .zip(cb)
        .zip(cr)
        .map(|((&y, &cb), &cr)| {
            let (y, cb, cr) = (f32::from(y), f32::from(cb) - 128.0, f32::from(cr) - 128.0);
            [
                (y + 1.402 * cr) as u8,
                (y - 0.344 * cb - 0.714 * cr) as u8,
                (y + 1.772 * cb) as u8,
            ]
        })
        .collect();
    let clipped = pixels
        .iter()
        .filter(|px| px.iter().any(|&c| c == 0 || c == 255))
        .count();
    (pixels, clipped)
}

#[fuse]
pub fn integral_image(pixels: &[u8], width: usize, height: usize) -> Vec<u64> {
    let mut table = vec![0u64; (width + 1) * (height + 1)];
    for y in 0..height {
        let mut row_sum = 0;
        for x in 0..width {
            row_sum += u64::from(pixels[y * width + x]);
            table[(y + 1) * (width + 1) + x + 1] = table[y * (width + 1) + x + 1] + row_sum;
        }
    }
    table
}

#[derive(Clone, Copy, Debug)]
pub struct Rgba {
    pub r: u8,
    pub g: u8,
    pub b: u8,
    pub a: u8,
}

#[fuse]
pub fn alpha_over(above: &[Rgba], below: &[Rgba]) -> (Vec<Rgba>, usize, usize) {
    let mix =
        |f: u8, b: u8, a: u8| ((f as u16 * a as u16 + b as u16 * (255 - a as u16)) / 255) as u8;
    let out: Vec<Rgba> = above
        .iter()
        .zip(below)
        .map(|(f, b)| Rgba {
            r: mix(f.r, b.r, f.a),
            g: mix(f.g, b.g, f.a),
            b: mix(f.b, b.b, f.a),
            a: 255,
        })
        .collect();
    let opaque = above.iter().filter(|p| p.a == 255).count();
    let transparent = above.iter().filter(|p| p.a == 0).count();
    (out, opaque, transparent)
}
