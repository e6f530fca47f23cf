import { type VisitorRow, visitor } from '@lobby/shared/modules/visitor.ts';
import { DoorOpen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { now } from '../../kit/http/clock.ts';
import { readAll } from '../../kit/http/read-all.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useLanguage } from '../../kit/i18n/i18n.ts';
import { useQuery } from '../../kit/live/useQuery.ts';
import { RefName } from '../../kit/ui/list/RefName.tsx';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { textPaperClass } from '../../kit/ui/paper/paper.ts';
import { styleClass } from '../../theme/classes.ts';

const listClass = styleClass({
  '& h2': { fontSize: '1.5rem', fontWeight: 'bold' },
  '& p': { my: '2' },
  '& table': { w: 'full', borderCollapse: 'collapse', mt: '4' },
  '& th, & td': { textAlign: 'start', verticalAlign: 'top', px: '2', py: '1.5', border: '1px solid #9aa4ab' },
  '& thead th': { fontWeight: 'semibold', bg: '#eef1f3' },
  '& tbody th': { fontWeight: 'semibold' },
  '& tr': { breakInside: 'avoid' },
  '& [data-figure]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  '& [data-box]': { w: '5em' },
});

/** Everybody who is inside as a guest, on paper: to be ticked off at the assembly point. */
export function Component() {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation('visitor');
  const { language } = useLanguage();
  const { time, dateTime } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useQuery<{ name: string }>(`/unit-group/${idUnitGroup}/contact`, { scope });
  const { data: inside, error } = useQuery<VisitorRow[]>(visitor.path, {
    scope,
    follow: visitor.code,
    query: { filter: { status: ['IN_PROGRESS'] }, sort: 'actualInAt' },
    read: readAll,
  });
  const title = t('evacuation.title');
  const people = (inside ?? []).reduce((sum, { companions }) => sum + 1 + Number(companions ?? 0), 0);
  return (
    <PrintedPage title={title} icon={DoorOpen} state={inside ? 'ready' : error ? 'failed' : 'loading'}>
      {inside && (
        <article className={textPaperClass()} data-paper="text" lang={language}>
          <div className={listClass()}>
            <p>
              <b>{place?.name}</b>
            </p>
            <h2>{title}</h2>
            <p>
              {t('evacuation.as', { at: dateTime(now()) })} · <b>{t('evacuation.people', { count: people })}</b>
            </p>
            <table>
              <thead>
                <tr>
                  <th data-figure="">{t('evacuation.number')}</th>
                  <th>{t('fields.name')}</th>
                  <th>{t('fields.unitId')}</th>
                  <th>{t('fields.contactName')}</th>
                  <th data-figure="">{t('fields.companions')}</th>
                  <th>{t('fields.actualInAt')}</th>
                  <th data-box="">{t('evacuation.safe')}</th>
                </tr>
              </thead>
              <tbody>
                {inside.map((visit, n) => (
                  <tr key={visit.id}>
                    <td data-figure="">{n + 1}</td>
                    <th scope="row">{visit.name}</th>
                    <td>{visit.unitId && <RefName to="unit" id={visit.unitId} />}</td>
                    <td>{visit.contactName}</td>
                    <td data-figure="">{visit.companions}</td>
                    <td>{visit.actualInAt && time(visit.actualInAt)}</td>
                    <td data-box="" />
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </article>
      )}
    </PrintedPage>
  );
}
