import { news } from '@lobby/shared/modules/news.ts';
import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useDetail } from '../../kit/live/useRows.ts';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';
import { RecordForm } from '../../kit/ui/form/RecordForm.tsx';
import { PartSkeleton } from '../../kit/ui/states/PartSkeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { SETTINGS, WORDS } from './fields.ts';
import { NewsPreview } from './NewsPreview.tsx';

const pageClass = styleClass({
  display: 'flex',
  flexDirection: 'column',
  flex: '1',
  minH: '0',
  minW: '0',
  '& > header': { display: 'flex', alignItems: 'center', gap: '2', flex: 'none', minH: '13', px: '4' },
  '& > header > a': { display: 'inline-flex', p: '1', color: 'fg.muted', borderRadius: 'sm', _hover: { color: 'fg' } },
  '& > header > h1': { textStyle: 'lg', fontWeight: 'semibold', minW: '0' },
});
const columnsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: 'minmax(0, 1fr) 360px' },
  gap: '6',
  alignItems: 'start',
  '& > div': { display: 'grid', gap: '4', minW: '0' },
  '& [contenteditable]': { minH: '320px', maxH: 'none' },
});

/** Editor of an article on its own page, with settings and preview. */
export function Component() {
  const { t } = useTranslation('news');
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const id = params.get('id');
  const { data } = useDetail(news, id);
  const leave = (to?: string) => void navigate(to ? `../news?tab=all&id=${to}` : '../news?tab=all');
  return (
    <div className={pageClass()}>
      <header>
        <Link to="../news?tab=all" aria-label={t('plural')}>
          <ArrowLeft size={20} aria-hidden />
        </Link>
        <h1>{id ? (data?.title ?? '…') : t('actions.create')}</h1>
      </header>
      {id && !data ? (
        <PartSkeleton />
      ) : (
        <RecordForm
          definition={news}
          fields={[...WORDS, ...SETTINGS]}
          {...(data && { doc: data })}
          onSaved={row => leave(row.id)}
          onCancel={() => leave(id ?? undefined)}
        >
          <div className={columnsClass()}>
            <div>
              <FieldInputs names={WORDS} wide />
            </div>
            <div>
              <FieldInputs names={SETTINGS} wide />
              <NewsPreview />
            </div>
          </div>
        </RecordForm>
      )}
    </div>
  );
}
