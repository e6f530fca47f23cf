import { Download, FileSpreadsheet } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { styleClass } from '../../../theme/classes.ts';
import { Button } from '../controls/Button.tsx';
import { useDrop } from '../controls/useDrop.ts';
import type { Import } from './useImport.ts';

const zoneClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  gap: '3',
  p: '6',
  textAlign: 'center',
  borderWidth: '1px',
  borderStyle: 'dashed',
  borderColor: 'border.emphasized',
  borderRadius: 'lg',
  '&[data-over]': { borderColor: 'accent.solid', bg: 'accent.subtle' },
  '& > p': { color: 'fg.muted', textWrap: 'balance' },
  '& > input': { display: 'none' },
  '& > div': { display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: '2' },
});

/** Choice of a spreadsheet by dialog or drop, and download of its template. */
export function ChooseFile({ run }: { run: Import }) {
  const { t } = useTranslation('import');
  const chooser = useRef<HTMLInputElement>(null);
  const take = ([file]: readonly File[]) => void (file && run.take(file));
  const { zone } = useDrop(take);
  return (
    <section className={zoneClass()} aria-label={t('choose')} {...zone}>
      <FileSpreadsheet size={28} aria-hidden />
      <p>{t('drop')}</p>
      <input ref={chooser} type="file" accept=".xls,.xlsx" onChange={event => take([...(event.target.files ?? [])])} />
      <div>
        <Button look="filled" onClick={() => chooser.current?.click()}>
          {t('choose')}
        </Button>
        <Button look="ghost" icon={Download} onClick={() => void run.template()}>
          {t('fetch')}
        </Button>
      </div>
    </section>
  );
}
