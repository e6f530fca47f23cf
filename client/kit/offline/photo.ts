/** The longest side of a picture that is sent. */
export const SIDE = 1600;

/** A picture as it is sent: no larger than what is looked at later. */
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
    // What this browser cannot read (HEIC) goes as it is: the server makes a JPG of it.
    return file;
  }
}
