import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { Camera, X } from 'lucide-react';
import { type ChangeEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { smaller } from '../../../kit/offline/photo.ts';
import { Button, IconButton } from '../../../kit/ui/Button.tsx';
import { styleClass } from '../../../theme/classes.ts';

const stripClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  '& input': { display: 'none' },
  '& figure': { position: 'relative', m: '0', display: 'flex', alignItems: 'center' },
  '& img': { w: '16', h: '16', objectFit: 'cover', borderRadius: 'sm', bg: 'bg.muted' },
});

interface PhotoStripProps {
  label: string;
  photos: readonly File[];
  max: number;
  onChange: (photos: readonly File[]) => void;
}

/** Pictures that are on this phone alone: the camera comes first, each can be taken away again. */
export function PhotoStrip({ label, photos, max, onChange }: PhotoStripProps) {
  const { t } = useTranslation(maintenance.name);
  const chooser = useRef<HTMLInputElement>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) void smaller(file).then(sent => onChange([...photos, sent]));
  };
  return (
    <div className={stripClass()}>
      {photos.map((photo, n) => (
        <figure key={`${photo.name}-${photo.lastModified}-${photo.size}`}>
          <Thumb file={photo} label={label} />
          <IconButton
            icon={X}
            size="sm"
            label={t('myDay.removePhoto')}
            onClick={() => onChange(photos.filter((_one, at) => at !== n))}
          />
        </figure>
      ))}
      {photos.length < max && (
        <Button icon={Camera} size="lg" onClick={() => chooser.current?.click()}>
          {label}
        </Button>
      )}
      <input ref={chooser} type="file" accept="image/*" capture="environment" aria-label={label} onChange={choose} />
    </div>
  );
}

function Thumb({ file, label }: { file: File; label: string }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={label} />;
}
