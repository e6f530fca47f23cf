const LONGEST = 2048;
const QUALITY = 0.85;

/** Converts a photo to JPEG of at most 2048 px, without location data. Files that the browser cannot draw are sent unchanged. */
export async function smaller(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.type === 'image/gif') return file;
  try {
    const image = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const scale = Math.min(1, LONGEST / Math.max(image.width, image.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.width * scale));
    canvas.height = Math.max(1, Math.round(image.height * scale));
    const pen = canvas.getContext('2d');
    if (!pen) return file;
    // JPEG has no transparency; the background becomes white instead of black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    const made = await new Promise<Blob | null>(done => canvas.toBlob(done, 'image/jpeg', QUALITY));
    return made ? new File([made], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' }) : file;
  } catch {
    return file;
  }
}
