import { type PointerEvent, useRef } from 'react';
import { t } from '../words.ts';

interface SignPadProps {
  label: string;
  /** Called with the signature as an image; null after it was cleared. */
  onDrawn: (file: File | null) => void;
}

/** A field to sign with a finger. */
export function SignPad({ label, onDrawn }: SignPadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef(false);
  const at = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => [offsetX * 2, offsetY * 2] as const;
  const ink = () => {
    const context = canvas.current?.getContext('2d');
    if (context) Object.assign(context, { lineWidth: 5, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' });
    return context;
  };
  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drawn.current = true;
    const context = ink();
    context?.beginPath();
    context?.moveTo(...at(event));
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const context = ink();
    context?.lineTo(...at(event));
    context?.stroke();
  };
  const up = () =>
    canvas.current?.toBlob(
      blob => blob && drawn.current && onDrawn(new File([blob], 'signature.png', { type: 'image/png' })),
    );
  const wipe = () => {
    const pad = canvas.current;
    pad?.getContext('2d')?.clearRect(0, 0, pad.width, pad.height);
    drawn.current = false;
    onDrawn(null);
  };
  return (
    <div className="stack">
      <span>{label}</span>
      <canvas
        ref={canvas}
        width={640}
        height={280}
        aria-label={label}
        style={{
          width: 320,
          height: 140,
          maxWidth: '100%',
          background: '#fff',
          border: '1px solid #999',
          touchAction: 'none',
        }}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
      />
      <button type="button" className="quiet" onClick={wipe}>
        {t('order.wipe')}
      </button>
    </div>
  );
}
