import { maintenance } from '@lobby/shared/modules/maintenance.ts';
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { CameraButton, photoRowClass } from '../../../kit/ui/camera/CameraButton.tsx';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';

interface PhotoStripProps {
  label: string;
  photos: readonly File[];
  max: number;
  onChange: (photos: readonly File[]) => void;
}

/** Photos kept on the phone until they are sent. */
export function PhotoStrip({ label, photos, max, onChange }: PhotoStripProps) {
  const { t } = useTranslation(maintenance.name);
  return (
    <div className={photoRowClass()}>
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
      {photos.length < max && <CameraButton label={label} size="lg" onTaken={photo => onChange([...photos, photo])} />}
    </div>
  );
}

function Thumb({ file, label }: { file: File; label: string }) {
  const url = useMemo(() => URL.createObjectURL(file), [file]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  return <img src={url} alt={label} />;
}
