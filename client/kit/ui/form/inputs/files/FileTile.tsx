import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { FileText, Image, Lock } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../../../theme/classes.ts';
import { useFormats } from '../../../../i18n/formats.ts';

const tileClass = styleClass({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minW: '0',
  maxW: 'full',
  minH: 'target',
  borderRadius: 'md',
  color: 'fg',
  textDecoration: 'none',
  '& img': { w: '96px', h: '72px', borderRadius: 'md', objectFit: 'cover', bg: 'bg.muted' },
  '& small': { textStyle: 'xs', color: 'fg.subtle', whiteSpace: 'nowrap' },
  _hover: { textDecoration: 'underline' },
});

/** A file with small picture or icon, name and size; opens in a new tab. */
export function FileTile({ file }: { file: FileInfo }) {
  const { number } = useFormats();
  const { t } = useTranslation('kit');
  if (!file.url)
    return (
      <span className={tileClass()} title={t('files.locked')}>
        <Lock />
        <bdi className="cut">{file.name}</bdi>
        <small>{t('files.hidden')}</small>
      </span>
    );
  const Icon = file.type.startsWith('image/') ? Image : FileText;
  return (
    <a href={file.url} target="_blank" rel="noreferrer" className={tileClass()} title={file.name}>
      {file.thumbUrl ? (
        <img src={file.thumbUrl} alt={file.name} />
      ) : (
        <>
          <Icon />
          <bdi className="cut">{file.name}</bdi>
          <small>{sizeOf(file.size, number)}</small>
        </>
      )}
    </a>
  );
}

/** Formats a size: `4,2 MB`, `830 kB`. */
export function sizeOf(bytes: number, write: (value: number) => string): string {
  if (bytes >= 1_000_000) return `${write(Math.round(bytes / 100_000) / 10)} MB`;
  return `${write(Math.max(1, Math.round(bytes / 1000)))} kB`;
}
