import 'react';

declare module 'react' {
  /** Custom properties may stand in `style`: `--columns`, `--drawer-width`. */
  interface CSSProperties {
    [property: `--${string}`]: string | number | undefined;
  }
}
