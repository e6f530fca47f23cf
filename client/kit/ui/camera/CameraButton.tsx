import { Camera } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { smaller } from '../../offline/photo.ts';
import { Button } from '../controls/Button.tsx';

/** A row of pictures with buttons. */
export const photoRowClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  '& figure': { position: 'relative', m: '0', display: 'flex', alignItems: 'center' },
  '& img, & figure > svg': { w: '16', h: '16', objectFit: 'cover', borderRadius: 'sm', bg: 'bg.muted' },
});

interface CameraButtonProps {
  label: string;
  /** Subject of the picture, for screen readers. */
  of?: string;
  size: 'sm' | 'lg';
  onTaken: (photo: File) => void;
}

/** Takes a picture with the camera and scales it down for slow networks. */
export function CameraButton({ label, of = label, size, onTaken }: CameraButtonProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) void smaller(file).then(onTaken);
  };
  return (
    <>
      <Button icon={Camera} size={size} onClick={() => chooser.current?.click()}>
        {label}
      </Button>
      <input
        ref={chooser}
        hidden
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={of}
        onChange={choose}
      />
    </>
  );
}
