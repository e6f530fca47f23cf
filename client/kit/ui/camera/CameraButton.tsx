import { Camera } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { styleClass } from '../../../theme/classes.ts';
import { smaller } from '../../offline/photo.ts';
import { Button } from '../Button.tsx';

/** Pictures in a row, each with what may be done to it. */
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
  /** What is pictured, for who does not see the button's place. */
  of?: string;
  size: 'sm' | 'lg';
  onTaken: (photo: File) => void;
}

/** Takes a picture: the camera comes first, and it is made small enough to be sent from anywhere. */
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
