import { MOST_PHOTOS } from '@lobby/shared/modules/handover-sheet.ts';
import { Camera, ImageIcon, Pencil, X } from 'lucide-react';
import { type ChangeEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomId } from '../../../kit/http/ids.ts';
import { smaller } from '../../../kit/offline/photo.ts';
import { Button, IconButton } from '../../../kit/ui/Button.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { MarkDialog } from './MarkDialog.tsx';
import { partOf, type SheetWork, type ShownLine, type ShownMeter } from './sheet.ts';

const photosClass = styleClass({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '2',
  '& input': { display: 'none' },
  '& figure': { position: 'relative', m: '0', display: 'flex', alignItems: 'center' },
  '& img, & figure > svg': { w: '14', h: '14', objectFit: 'cover', borderRadius: 'sm', bg: 'bg.muted' },
});

interface PhotosProps {
  of: Pick<ShownLine | ShownMeter, 'key' | 'images'>;
  name: string;
  work: Pick<SheetWork, 'write' | 'previews'>;
  /** Only looked at. */
  fixed?: boolean | undefined;
}

/** The pictures of a line: one tap takes another; each is sent and taken away by itself. */
export function Photos({ of: { key, images }, name, work, fixed }: PhotosProps) {
  const { t } = useTranslation('handover-schedule');
  const chooser = useRef<HTMLInputElement>(null);
  const [marking, setMarking] = useState<{ key: string; from: string } | null>(null);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file)
      void smaller(file).then(sent => work.write([partOf(`photos.${key}.${randomId()}`, { file: '$file' })], sent));
  };
  return (
    <div className={photosClass()}>
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
        <Button icon={Camera} size="sm" onClick={() => chooser.current?.click()}>
          {t('sheet.photo')}
        </Button>
      )}
      <input
        ref={chooser}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('sheet.photoOf', { name })}
        onChange={choose}
      />
      {marking && (
        <MarkDialog
          from={marking.from}
          name={name}
          onClose={() => setMarking(null)}
          onMarked={file => {
            // The marked picture takes the place of the plain one: a picture is a part of its own.
            work.write([partOf(`photos.${key}.${marking.key}`, null)]);
            work.write([partOf(`photos.${key}.${randomId()}`, { file: '$file' })], file);
            setMarking(null);
          }}
        />
      )}
    </div>
  );
}
