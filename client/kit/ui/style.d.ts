import 'react';

declare module 'react' {
  /** Allows custom properties in `style`: `--columns`, `--drawer-width`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
