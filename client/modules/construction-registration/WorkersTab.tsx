import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { toastRefusal } from '../../kit/i18n/toast-refusal.ts';
import { useRows } from '../../kit/live/useRows.ts';
import { useHeldRow } from '../../kit/records/useHeldRow.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { Line } from '../../kit/ui/detail/related/RelatedRecords.tsx';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { Status } from '../../kit/ui/marks/Status.tsx';

interface Personal {
  id: string;
  phone: string | null;
  identifier: string | null;
}

/** Workers with their passes and presence; phone and identity document need a reveal. */
export function WorkersTab({ id }: { id: string }) {
  const { t } = useTranslation(constructionRegistration.name);
  const say = useFieldWords(visitor.name);
  const { time } = useFormats();
  const mayReveal = useCan(constructionRegistration.code, 'readEncrypted');
  const mayRead = useCan(visitor.code, 'read');
  const { workers = [] } = useHeldRow(constructionRegistration, id);
  const [shown, setShown] = useState<readonly Personal[]>([]);
  const { data: visits } = useRows(mayRead && visitor, {
    follow: visitor.code,
    filter: { constructionId: { in: [id] }, status: { in: ['APPROVED', 'IN_PROGRESS'] } },
    limit: 100,
  });
  const reveal = () =>
    void request<{ workers: Personal[] }>('PUT', `${constructionRegistration.path}/${id}/reveal`, {
      ...scopeNow(),
      body: {},
    }).then(
      ({ data }) => setShown(data.workers),
      error => toastRefusal(error, { title: t('workers.failed') }),
    );
  return (
    <DetailBody>
      {workers.length === 0 && <p>{t('workers.none')}</p>}
      {mayReveal && workers.some(worker => worker.phone ?? worker.identifier) && (
        <Button size="sm" icon={Eye} onClick={reveal}>
          {t('workers.reveal')}
        </Button>
      )}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {workers.map(worker => {
          const visit = visits?.find(({ name }) => name === worker.name);
          const open = shown.find(item => item.id === worker.id) ?? worker;
          const status = visit && visitor.statuses[visit.status];
          return (
            <Line
              key={worker.id ?? worker.name}
              title={[worker.name, worker.job].filter(Boolean).join(' · ')}
              note={[open.phone, open.identifier].filter(Boolean).join(' · ')}
              after={
                visit &&
                status && (
                  <Status tone={status.tone} icon={status.icon}>
                    {visit.actualInAt && visit.status === 'IN_PROGRESS'
                      ? t('workers.inside', { time: time(visit.actualInAt) })
                      : say.label('passCode') + (visit.passCode ? ` ${visit.passCode}` : '')}
                  </Status>
                )
              }
            />
          );
        })}
      </ul>
    </DetailBody>
  );
}
