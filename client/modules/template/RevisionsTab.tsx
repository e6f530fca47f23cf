import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { Definition } from '@lobby/shared/kit/definition.ts';
import type { templateRevision, templateRevisions } from '@lobby/shared/modules/template.contract.ts';
import { useAtomValue } from 'jotai';
import { History } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { toast } from '../../kit/base/toast.ts';
import { dataOf, request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { applyRows, recordAtom, turnNow } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeAtom } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { ConfirmDialog } from '../../kit/ui/overlay/ConfirmDialog.tsx';
import { RichText } from '../../kit/ui/RichText.tsx';
import { ErrorState } from '../../kit/ui/states/EmptyState.tsx';
import { SkeletonRows } from '../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  listStyle: 'none',
  '& > li': { display: 'grid', gap: '1', py: '3', borderBottomWidth: '1px', borderColor: 'border' },
  '& header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2' },
  '& b': { fontWeight: 'semibold' },
  '& small': { flex: '1', color: 'fg.muted' },
  '& summary': { cursor: 'pointer', textStyle: 'sm' },
  '& p': { whiteSpace: 'pre-line', overflowWrap: 'anywhere' },
});

/** Content of a revision, loaded when expanded. */
function RevisionWords({ id, revision }: { id: string; revision: number }) {
  const { data } = useContract<typeof templateRevision>('/template/:id/revisions/:revision', {
    params: { id, revision: String(revision) },
  });
  if (!data) return <SkeletonRows folded />;
  return (
    <>
      {data.subject && <b>{data.subject}</b>}
      {data.body && <RichText markup={data.body} />}
      {data.text && <p>{data.text}</p>}
    </>
  );
}

interface RevisionsTabProps {
  definition: Definition;
  id: string;
  /** Whether the content of a revision can be shown. */
  worded?: boolean;
}

/** Revisions of a template, newest first; older ones can be restored. */
export function RevisionsTab({ definition, id, worded = false }: RevisionsTabProps) {
  const { t } = useTranslation([definition.name, 'kit']);
  const { dateTime } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(definition.name, id), [definition.name, id]));
  const { revision: newest } = dataOf<{ revision: number }>(entry?.row);
  const mayWrite = useCan(definition.code, 'write');
  const [restored, setRestored] = useState<number | null>(null);
  const [open, setOpen] = useState<number | null>(null);
  const scope = useAtomValue(scopeAtom);
  const { data, error, again } = useQuery<AnswerOf<typeof templateRevisions>>(`${definition.path}/${id}/revisions`, {
    follow: definition.code,
  });
  if (error && !data) return <ErrorState title={t('kit:detail.failed')} onRetry={() => void again()} />;
  if (!data) return <SkeletonRows folded />;
  const restore = async () => {
    const turn = turnNow();
    const body = { version: entry?.row?.version, revision: restored };
    const done = await request<Row>('PUT', `${definition.path}/${id}/restore-revision`, { ...scope, body });
    applyRows(definition.name, [done.data], { kind: 'answer', turn, detail: true });
    toast({ tone: 'done', title: t('revisions.done', { revision: restored }) });
    setRestored(null);
  };
  return (
    <DetailBody>
      <ol className={listClass()} reversed>
        {data.map(({ revision, at, by, changed }) => (
          <li key={revision}>
            <header>
              <b>{t('revisions.one', { revision })}</b>
              <small>
                {[
                  by,
                  dateTime(at),
                  changed.length > 0 &&
                    t('revisions.changed', { fields: changed.map(name => t(`fields.${name}`)).join(', ') }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
              {mayWrite && revision !== newest && (
                <Button size="sm" icon={History} onClick={() => setRestored(revision)}>
                  {t('revisions.restore')}
                </Button>
              )}
            </header>
            {worded && (
              <details onToggle={event => event.currentTarget.open && setOpen(revision)}>
                <summary>{t('revisions.show')}</summary>
                {open === revision && <RevisionWords id={id} revision={revision} />}
              </details>
            )}
          </li>
        ))}
      </ol>
      <ConfirmDialog
        open={restored !== null}
        title={t('revisions.ask', { revision: restored })}
        description={t('revisions.askText')}
        confirm={t('revisions.restore')}
        onConfirm={restore}
        onCancel={() => setRestored(null)}
      />
    </DetailBody>
  );
}
