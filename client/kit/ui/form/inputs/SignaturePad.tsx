import { Eraser } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../theme/classes.ts';
import { Button } from '../../controls/Button.tsx';

const padClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: '2',
  w: 'full',
  '& canvas': {
    w: 'full',
    h: '160px',
    // Dark on white in every theme, because it is printed and seen by others.
    bg: 'white',
    borderWidth: '1px',
    borderColor: 'border.control',
    borderRadius: 'md',
    touchAction: 'none',
    cursor: 'crosshair',
    '&[data-tall]': { h: 'max(160px, 55vh)' },
  },
});

interface SignaturePadProps {
  label: string;
  disabled?: boolean | undefined;
  /** Takes most of the screen. */
  tall?: boolean;
  /** Pause in drawing before it is taken, in ms, if that causes an upload; otherwise each stroke counts at once. */
  restMs?: number;
  /** The drawing as a picture; null once cleared. */
  onDrawn: (file: File | null) => void;
}

/** A field for signatures, by finger, pen or mouse. */
export function SignaturePad({ label, disabled, tall, restMs = 0, onDrawn }: SignaturePadProps) {
  const { t } = useTranslation('kit');
  const canvas = useRef<HTMLCanvasElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [begun, setBegun] = useState(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    const pad = canvas.current;
    if (!pad) return;
    pad.width = pad.clientWidth * 2;
    pad.height = pad.clientHeight * 2;
  }, []);
  const ink = () => {
    const context = canvas.current?.getContext('2d');
    if (!context) return null;
    Object.assign(context, { lineWidth: 5, lineCap: 'round', lineJoin: 'round', strokeStyle: '#111' });
    return context;
  };
  const at = ({ nativeEvent: { offsetX, offsetY } }: PointerEvent) => [offsetX * 2, offsetY * 2] as const;
  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    if (disabled) return;
    clearTimeout(timer.current);
    event.currentTarget.setPointerCapture(event.pointerId);
    const context = ink();
    context?.beginPath();
    context?.moveTo(...at(event));
    setBegun(true);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const context = canvas.current?.getContext('2d');
    context?.lineTo(...at(event));
    context?.stroke();
  };
  const up = () => {
    clearTimeout(timer.current);
    const take = () =>
      canvas.current?.toBlob(blob => blob && onDrawn(new File([blob], 'signature.png', { type: 'image/png' })));
    if (restMs > 0) timer.current = setTimeout(take, restMs);
    else take();
  };
  const wipe = () => {
    clearTimeout(timer.current);
    const pad = canvas.current;
    if (pad) pad.getContext('2d')?.clearRect(0, 0, pad.width, pad.height);
    setBegun(false);
    onDrawn(null);
  };
  return (
    <div className={padClass()}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        data-tall={tall || undefined}
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
      />
      <Button size="sm" icon={Eraser} disabled={disabled || !begun} onClick={wipe}>
        {t('form.wipe')}
      </Button>
    </div>
  );
}
