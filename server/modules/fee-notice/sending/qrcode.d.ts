declare module 'qrcode' {
  /** The squares of a code, row by row; 1 is dark. */
  export function create(
    text: string,
    options?: { errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H' },
  ): { modules: { size: number; data: Uint8Array } };
  /** The picture of a code as a PNG. */
  export function toBuffer(
    text: string,
    options?: {
      errorCorrectionLevel?: 'L' | 'M' | 'Q' | 'H';
      margin?: number;
      width?: number;
      /** Of the PNG; a filter of 2 says of each row how it differs from the one above. */
      rendererOpts?: { filterType?: number };
    },
  ): Promise<Buffer>;
}
