/** What the browser's own reader is, where it has one; no types of it come with the language yet. */
interface Detector {
  detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]>;
}
declare global {
  interface Window {
    BarcodeDetector?: {
      new (options: { formats: string[] }): Detector;
      getSupportedFormats: () => Promise<string[]>;
    };
  }
}

/** The longest side of a picture that is looked through: enough for a code on a phone, and quick. */
const SIDE = 640;

/** Reads codes from a running picture: by the browser itself where it can, else by a reader that is loaded then. */
export async function codeReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const own = window.BarcodeDetector;
  if (own && (await own.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) {
    const detector = new own({ formats: ['qr_code'] });
    return async video => (await detector.detect(video))[0]?.rawValue ?? null;
  }
  const { default: readCode } = await import('jsqr');
  const canvas = document.createElement('canvas');
  const ink = canvas.getContext('2d', { willReadFrequently: true });
  return async video => {
    const scale = Math.min(1, SIDE / Math.max(video.videoWidth, video.videoHeight, 1));
    const [width, height] = [Math.round(video.videoWidth * scale), Math.round(video.videoHeight * scale)];
    if (!ink || !width || !height) return null;
    Object.assign(canvas, { width, height });
    ink.drawImage(video, 0, 0, width, height);
    return readCode(ink.getImageData(0, 0, width, height).data, width, height)?.data ?? null;
  };
}
