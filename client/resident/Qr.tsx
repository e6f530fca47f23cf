import { qrPath } from '../kit/ui/qr.ts';

/** A code that a banking app reads from the screen. */
export function Qr({ text, label }: { text: string; label: string }) {
  const { size, path } = qrPath(text);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" width="220">
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
