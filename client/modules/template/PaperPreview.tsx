import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { useAtomValue } from 'jotai';
import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { request, requestFile } from '../../kit/http/api.ts';
import { saveFile } from '../../kit/http/save-file.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DrawnPages } from '../../kit/ui/paper/DrawnPages.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';
import { useSettled } from './useSettled.ts';

const boxClass = styleClass({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: '3',
  alignContent: 'start',
  '& > small': { color: 'fg.muted' },
  '& > p': { display: 'flex', flexWrap: 'wrap', gap: '2' },
});

/** Rendered pages of a report template that may be unsaved; `values` in the form of a request body. */
export function PaperPreview({ values: typed }: { values: Record<string, unknown> }) {
  const values = useSettled(typed);
  const { t } = useTranslation('report-template');
  const scope = useAtomValue(scopeAtom);
  const { busy, error: refused, code, run } = useSubmit();
  const body = JSON.stringify(values);
  const { data, error } = useQuery<{ pages: string[] }>(`${reportTemplate.path}/preview-pages`, {
    query: { body },
    read: async (path, call) =>
      (await request<{ pages: string[] }>('POST', path, { ...call, query: {}, body: JSON.parse(body) })).data,
  });
  const save = () =>
    run(async () => {
      const { file } = await requestFile(`${reportTemplate.path}/preview`, { ...scope, body: values }, 'POST');
      saveFile(file, `${String(values.name ?? t('name'))}.pdf`);
    });
  return (
    <section className={boxClass()} aria-label={t('preview.tab')} data-wide="">
      <p>
        <Button size="sm" icon={FileDown} busy={busy} onClick={() => void save()}>
          {t('preview.open')}
        </Button>
      </p>
      <small>{t('preview.help')}</small>
      <Refused error={error?.message ?? refused} code={error?.code ?? code} />
      {!data && !error && <SkeletonRows folded />}
      {data && <DrawnPages pages={data.pages} label={n => t('preview.page', { n })} />}
    </section>
  );
}
