/** The part of libheif's WebAssembly build that we use; the package's own types cover only the C functions. */
declare module 'libheif-js/wasm-bundle.js' {
  interface Pixels {
    data: Uint8ClampedArray<ArrayBuffer>;
    width: number;
    height: number;
  }
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): number;
    /** Calls back with the pixels, or with null if they cannot be read. */
    display(into: Pixels, done: (pixels: Pixels | null) => void): void;
  }
  const libheif: {
    ready?: Promise<unknown>;
    HeifDecoder: new () => { decode(file: Uint8Array): HeifImage[] };
  };
  export default libheif;
}
