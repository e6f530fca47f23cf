/** The browser's own barcode reader, for which TypeScript has no types yet. */
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

/** Longest side of a searched frame in pixels: enough for a code on a phone, and fast. */
const SIDE = 640;

/** Reads codes from video: with the browser's reader if there is one, otherwise with a library loaded on demand. */
export async function codeReader(): Promise<(video: HTMLVideoElement) => Promise<string | null>> {
  const Detector = window.BarcodeDetector;
  if (Detector && (await Detector.getSupportedFormats().catch((): string[] => [])).includes('qr_code')) {
    const detector = new Detector({ formats: ['qr_code'] });
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
