import { Undo2 } from 'lucide-react';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SIDE } from '../../../kit/offline/photo.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { LeaveButton } from '../../../kit/ui/controls/LeaveButton.tsx';
import { Dialog } from '../../../kit/ui/overlay/Dialog.tsx';
import { styleClass } from '../../../theme/classes.ts';

const padClass = styleClass({
  display: 'block',
  maxW: 'full',
  maxH: '60vh',
  mx: 'auto',
  borderRadius: 'md',
  bg: 'bg.muted',
  touchAction: 'none',
  cursor: 'crosshair',
});
type Point = readonly [x: number, y: number];
/** Widths of a stroke and of its light edge, relative to the longer side of the picture. */
const [INK, EDGE] = [1 / 160, 1 / 90];

/** Draws the picture with its strokes. */
function paint(canvas: HTMLCanvasElement, picture: ImageBitmap, marks: readonly (readonly Point[])[]): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  Object.assign(context, { lineCap: 'round', lineJoin: 'round' });
  const side = Math.max(canvas.width, canvas.height);
  for (const [width, strokeStyle] of [
    [EDGE, '#fff'],
    [INK, '#e00020'],
  ] as const) {
    Object.assign(context, { lineWidth: side * width, strokeStyle });
    for (const mark of marks) {
      context.beginPath();
      const [first = [0, 0], ...rest] = mark;
      context.moveTo(...first);
      for (const point of rest.length > 0 ? rest : [first]) context.lineTo(...point);
      context.stroke();
    }
  }
}

interface MarkDialogProps {
  /** URL of the picture. */
  from: string;
  name: string;
  onMarked: (file: File) => void;
  onClose: () => void;
}

/** Annotates a picture with strokes, which become part of it. */
export function MarkDialog({ from, name, onMarked, onClose }: MarkDialogProps) {
  const { t } = useTranslation(['handover-schedule', 'common']);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<ImageBitmap | null>(null);
  const [failed, setFailed] = useState(false);
  const [marks, setMarks] = useState<readonly (readonly Point[])[]>([]);
  useEffect(() => {
    let gone = false;
    // Loaded as an image element: blob URLs of unsent pictures cannot be fetched.
    const image = new Image();
    image.src = from;
    image
      .decode()
      .then(() => createImageBitmap(image))
      .then(
        bitmap => !gone && setPicture(bitmap),
        () => !gone && setFailed(true),
      );
    return () => {
      gone = true;
    };
  }, [from]);
  useEffect(() => {
    if (canvas.current && picture) paint(canvas.current, picture, marks);
  }, [picture, marks]);
  const by = picture ? Math.min(1, SIDE / Math.max(picture.width, picture.height)) : 1;
  const at = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>): Point => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * currentTarget.width, ((clientY - top) / height) * currentTarget.height];
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = at(event);
    setMarks(before => [...before, [point]]);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const point = at(event);
    setMarks(before => [...before.slice(0, -1), [...(before.at(-1) ?? []), point]]);
  };
  const keep = () =>
    canvas.current?.toBlob(
      blob => blob && onMarked(new File([blob], 'marked.jpg', { type: 'image/jpeg' })),
      'image/jpeg',
      0.85,
    );
  return (
    <Dialog
      open
      wide
      title={t('sheet.mark')}
      description={t('sheet.markHow')}
      onClose={onClose}
      footer={
        <>
          <LeaveButton onClick={onClose} />
          <Button icon={Undo2} disabled={marks.length === 0} onClick={() => setMarks(marks.slice(0, -1))}>
            {t('sheet.markBack')}
          </Button>
          <Button look="filled" disabled={marks.length === 0} onClick={keep}>
            {t('sheet.markKeep')}
          </Button>
        </>
      }
    >
      {failed && <p role="alert">{t('sheet.markFailed')}</p>}
      {picture && (
        <canvas
          ref={canvas}
          className={padClass()}
          width={Math.round(picture.width * by)}
          height={Math.round(picture.height * by)}
          role="img"
          aria-label={name}
          onPointerDown={begin}
          onPointerMove={draw}
        />
      )}
    </Dialog>
  );
}
