const EDGE = 128;
/** Maximum length of an image in a setting, in characters. */
const MOST = 40_000;

/**
 * Scales an image to a 128 px square as data URL, in the best quality that fits. Throws if the browser cannot decode
 * it.
 */
export async function readPicture(file: File): Promise<string> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = EDGE;
    canvas.height = EDGE;
    const pen = canvas.getContext('2d');
    if (!pen) throw new Error('no canvas');
    const [width, height] = [image.naturalWidth || EDGE, image.naturalHeight || EDGE];
    const scale = EDGE / Math.max(width, height);
    pen.drawImage(image, (EDGE - width * scale) / 2, (EDGE - height * scale) / 2, width * scale, height * scale);
    const drawn = [canvas.toDataURL('image/png'), ...[0.9, 0.7, 0.5].map(good => canvas.toDataURL('image/webp', good))];
    const smallest = drawn.find(picture => picture.length <= MOST);
    if (!smallest) throw new Error('too large');
    return smallest;
  } finally {
    URL.revokeObjectURL(url);
  }
}
