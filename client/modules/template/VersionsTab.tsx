import {
  type TemplateRow,
  type TemplateVersionRow,
  template,
  templateVersion,
} from '@lobby/shared/modules/template.ts';
import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { applyRows, recordAtom, turnNow } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/Button.tsx';
import { ConfirmDialog } from '../../kit/ui/ConfirmDialog.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ErrorState } from '../../kit/ui/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  listStyle: 'none',
  '& > li': { display: 'grid', gap: '1', py: '3', borderBottomWidth: '1px', borderColor: 'border' },
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& b': { fontWeight: 'semibold' },
  '& small': { flex: '1', color: 'fg.muted' },
  '& p': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

/** The words that a template has had, newest first; older ones are brought back. */
export function VersionsTab({ id }: { id: string }) {
  const { t } = useTranslation(['template', 'kit']);
  const { dateTime } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(template.name, id), [id]));
  const { edition } = dataOf<TemplateRow>(entry?.row);
  const mayWrite = useCan(template.code, 'write');
  const [asked, setAsked] = useState<number | null>(null);
  const scope = useAtomValue(scopeAtom);
  const { data, error, again } = useQuery<TemplateVersionRow[]>(templateVersion.path, {
    query: { filter: { templateId: [id] }, limit: 100 },
    follow: template.code,
  });
  if (error && !data) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows folded />;
  const restore = async () => {
    const turn = turnNow();
    const body = { version: entry?.row?.version, edition: asked };
    const done = await request<Row>('PUT', `${template.path}/${id}/restore-version`, { ...scope, body });
    applyRows(template.name, [done.data], { kind: 'answer', turn, detail: true });
    toast({ tone: 'done', title: t('versions.done', { edition: asked }) });
    setAsked(null);
  };
  return (
    <DetailBody>
      <ol className={listClass()} reversed>
        {data.map(version => (
          <li key={version.id}>
            <header>
              <b>{t('versions.one', { edition: version.edition })}</b>
              <small>
                {[version.author, dateTime(version.createdAt)].filter(Boolean).join(' · ')}
                {version.restored !== null && ` · ${t('versions.restored', { edition: version.restored })}`}
              </small>
              {mayWrite && version.edition !== edition && (
                <Button size="sm" icon={History} onClick={() => setAsked(version.edition)}>
                  {t('versions.restore')}
                </Button>
              )}
            </header>
            {version.subject && <b>{version.subject}</b>}
            <p>{version.content}</p>
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={asked !== null}
        title={t('versions.ask', { edition: asked })}
        description={t('versions.askText')}
        confirm={t('versions.restore')}
        onConfirm={restore}
        onCancel={() => setAsked(null)}
      />
    </DetailBody>
  );
}
