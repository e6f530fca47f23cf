declare module 'qrcode' {
  /** Modules of a QR code, row by row; 1 is dark. */
  export function create(
    text: string,
    options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: { size: number; data: Uint8Array } };
  /** QR code as a PNG. */
  export function toBuffer(
    text: string,
    options?: {
      errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H';
      margin?: number;
      width?: number;
      /** PNG options; filter type 2 encodes each row as its difference from the row above. */
      rendererOpts?: { filterType?: number };
    },
  ): Promise<Buffer>;
}
