import { MOST_PHOTOS } from '@lobby/shared/modules/handover-sheet.ts';
import { ImageIcon, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomId } from '../../../kit/http/ids.ts';
import { CameraButton, photoRowClass } from '../../../kit/ui/camera/CameraButton.tsx';
import { IconButton } from '../../../kit/ui/controls/Button.tsx';
import { MarkDialog } from './MarkDialog.tsx';
import { partOf, type SheetWork, type ShownLine, type ShownMeter } from './sheet.ts';

interface PhotosProps {
  of: Pick<ShownLine | ShownMeter, 'key' | 'images'>;
  name: string;
  work: Pick<SheetWork, 'write' | 'previews'>;
  /** Read-only. */
  fixed?: boolean | undefined;
}

/** Photos of a line; each is added and removed as a separate sheet part. */
export function Photos({ of: { key, images }, name, work, fixed }: PhotosProps) {
  const { t } = useTranslation('handover-schedule');
  const [marking, setMarking] = useState<{ key: string; from: string } | null>(null);
  const take = (photo: File) => work.write([partOf(`photos.${key}.${randomId()}`, { file: '$file' })], photo);
  return (
    <div className={photoRowClass()}>
      {images.map(image => {
        const whole = work.previews.get(image.key) ?? image.url;
        const from = image.thumbUrl ?? whole;
        return (
          <figure key={image.key}>
            {from ? <img src={from} alt={t('sheet.photoOf', { name })} /> : <ImageIcon />}
            {!fixed && whole && (
              <IconButton
                icon={Pencil}
                size="sm"
                label={t('sheet.mark')}
                onClick={() => setMarking({ key: image.key, from: whole })}
              />
            )}
            {!fixed && (
              <IconButton
                icon={X}
                size="sm"
                label={t('sheet.removePhoto')}
                onClick={() => work.write([partOf(`photos.${key}.${image.key}`, null)])}
              />
            )}
          </figure>
        );
      })}
      {!fixed && images.length < MOST_PHOTOS && (
        <CameraButton label={t('sheet.photo')} of={t('sheet.photoOf', { name })} size="sm" onTaken={take} />
      )}
      {marking && (
        <MarkDialog
          from={marking.from}
          name={name}
          onClose={() => setMarking(null)}
          onMarked={file => {
            // Replaces the plain picture by the annotated one.
            work.write([partOf(`photos.${key}.${marking.key}`, null)]);
            work.write([partOf(`photos.${key}.${randomId()}`, { file: '$file' })], file);
            setMarking(null);
          }}
        />
      )}
    </div>
  );
}
