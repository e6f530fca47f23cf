/** Longest side of a picture before upload, in pixels. */
export const SIDE = 1600;

/** Scales a picture down before upload. */
export async function smaller(file: File): Promise<File> {
  try {
    const bitmap = await createImageBitmap(file);
    const by = Math.min(1, SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(bitmap.width * by);
    canvas.height = Math.round(bitmap.height * by);
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/jpeg', 0.85));
    return blob ? new File([blob], file.name.replace(/\.\w+$/, '.jpg'), { type: 'image/jpeg' }) : file;
  } catch {
    // Formats that this browser cannot decode (HEIC) are uploaded unchanged, and converted by the server.
    return file;
  }
}
