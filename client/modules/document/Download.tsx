import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { Download as Icon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../theme/classes.ts';

const linkClass = styleClass({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flex: 'none',
  gap: '1.5',
  minH: 'control',
  px: '3',
  borderWidth: '1px',
  borderColor: 'border.emphasized',
  borderRadius: 'md',
  color: 'fg',
  fontWeight: 'medium',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  _hover: { bg: 'bg.subtle' },
  '& svg': { w: '4', h: '4' },
});

export function Download({ file, named }: { file: FileInfo; named?: string }) {
  const { t } = useTranslation('document');
  return (
    <a href={file.url} download={file.name} className={linkClass()} aria-label={named}>
      <Icon aria-hidden />
      {t('preview.download')}
    </a>
  );
}
