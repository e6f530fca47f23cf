import { DAY_MS } from '@lobby/shared/kit/dates.ts';
import type { RowOf } from '@lobby/shared/kit/definition.ts';
import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import { constructionRegistration } from '@lobby/shared/modules/construction-registration.ts';
import type { receptionSettings } from '@lobby/shared/modules/reception-settings.contract.ts';
import { visitor } from '@lobby/shared/modules/visitor.ts';
import { WEEKDAYS } from '@lobby/shared/modules/work-schedule.ts';
import { Hammer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { readAll } from '../../kit/http/read-all.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useDetail, useRows } from '../../kit/live/useRows.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { RefName } from '../../kit/ui/list/rows/RefName.tsx';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { Slip } from '../../kit/ui/pages/Slip.tsx';
import { paperClass } from '../../kit/ui/paper/paper.ts';
import { QrCode } from '../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../theme/classes.ts';
import { SHEETS, type Sheet } from './sheets.ts';

type Works = RowOf<typeof constructionRegistration>;
const ON_A_PAGE = 10;

const badgesClass = styleClass({
  display: 'grid',
  gridTemplateColumns: '1fr 1fr',
  gap: '4mm',
  '& > div': {
    display: 'flex',
    gap: '4mm',
    alignItems: 'center',
    minH: '48mm',
    p: '3mm',
    border: '1px dashed #b9c0c6',
    breakInside: 'avoid',
  },
  '& svg': { w: '30mm', h: '30mm', flex: 'none' },
  '& strong, & span': { display: 'block' },
});

/** Printed papers of works: permit, worker badges, stop notice, acceptance record. */
export function Component() {
  const { idUnitGroup = '' } = useParams();
  const [params] = useSearchParams();
  const id = params.get('id') ?? '';
  const sheet: Sheet = SHEETS.find(candidate => candidate === params.get('sheet')) ?? 'permit';
  const { t } = useTranslation(constructionRegistration.name);
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
  const works = useDetail(constructionRegistration, id, { scope });
  const title = t(`print.${sheet}Title`);
  return (
    <PrintedPage title={title} icon={Hammer} state={works.data ? 'ready' : works.error ? 'failed' : 'loading'}>
      {works.data && sheet === 'badges' && <Badges works={works.data} from={place?.name} />}
      {works.data && sheet !== 'badges' && (
        <WorksSlip works={works.data} from={place?.name} sheet={sheet} title={title} />
      )}
    </PrintedPage>
  );
}

interface WorksSlipProps {
  works: Works;
  from: string | undefined;
  sheet: Exclude<Sheet, 'badges'>;
  title: string;
}

function WorksSlip({ works, from, sheet, title }: WorksSlipProps) {
  const { t } = useTranslation(constructionRegistration.name);
  const say = useFieldWords(constructionRegistration.name);
  const { dateTime } = useFormats();
  const at = (instant: string | null) => instant && dateTime(instant);
  const times: [string, string | null][] =
    sheet === 'acceptance'
      ? [
          [say.label('actualStartAt'), at(works.actualStartAt)],
          [say.label('actualEndAt'), at(works.actualEndAt)],
        ]
      : [
          [say.label('expectedStartAt'), at(works.expectedStartAt)],
          [say.label('expectedEndAt'), at(works.expectedEndAt)],
        ];
  return (
    <Slip
      size="A4"
      from={from}
      title={title}
      code={works.code ?? ''}
      facts={[
        [say.label('unitId'), <RefName key="unit" to="unit" id={works.unitId} />],
        [say.label('residentId'), <RefName key="resident" to="resident" id={works.residentId} />],
        [say.label('workType'), say.option('workType', works.workType)],
        [say.label('content'), works.content],
        [say.label('contractorName'), works.contractorName],
        [say.label('contractorContact'), works.contractorContact],
        [say.label('contractorPhone'), works.contractorPhone],
        ...times,
        [say.label('workerCount'), works.workerCount],
        ...(sheet === 'stop' ? [[say.label('stoppedAt'), at(works.stoppedAt)] as const] : []),
      ]}
      signs={[t('print.household'), t('print.contractor'), t('print.office')]}
    >
      {sheet === 'permit' && <Hours />}
      {sheet === 'permit' && works.stopped && <p data-stop="">{t('print.stopped')}</p>}
      {sheet === 'permit' && !works.stopped && <p data-text="">{t('print.stopLine')}</p>}
      {sheet === 'stop' && <p data-stop="">{works.stopReason}</p>}
      {sheet === 'acceptance' && <p data-text="">{t('print.accepted')}</p>}
    </Slip>
  );
}

/** Working hours by weekday. */
function Hours() {
  const { idUnitGroup = '' } = useParams();
  const { t, i18n } = useTranslation(constructionRegistration.name);
  const { data } = useContract<typeof receptionSettings>('/unit-group/:id/reception', {
    params: { id: idUnitGroup },
    scope: { projectId: idUnitGroup },
  });
  // 4 January 1970 was a Sunday, the first weekday.
  const named = (n: number) =>
    new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' }).format(new Date((n + 3) * DAY_MS));
  return (
    <table>
      <caption>{t('print.hours')}</caption>
      <tbody>
        {WEEKDAYS.map((day, n) => (
          <tr key={day}>
            <th scope="row">{named(n)}</th>
            <td>{data?.workHours?.[day] || t('print.noWork')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Worker badges, ten per page, with the code of the pass. */
function Badges({ works, from }: { works: Works; from: string | undefined }) {
  const { idUnitGroup = '' } = useParams();
  const { t } = useTranslation(constructionRegistration.name);
  const { date } = useFormats();
  const { data } = useRows(visitor, {
    scope: { projectId: idUnitGroup },
    filter: { constructionId: { in: [works.id] }, status: { in: ['APPROVED', 'IN_PROGRESS'] } },
    sort: 'name',
    read: readAll,
  });
  const passes = [...new Map((data ?? []).map(pass => [pass.name, pass])).values()];
  if (data && passes.length === 0) return <p>{t('print.noPasses')}</p>;
  const pages = Array.from({ length: Math.ceil(passes.length / ON_A_PAGE) }, (_, n) =>
    passes.slice(n * ON_A_PAGE, (n + 1) * ON_A_PAGE),
  );
  return pages.map(page => (
    <section key={page[0]?.id} className={paperClass()} data-paper="">
      <div className={badgesClass()}>
        {page.map(({ id, name, passCode, purpose }) => (
          <div key={id}>
            <QrCode text={passCode ?? ''} label={passCode ?? ''} />
            <div>
              <span>{from}</span>
              <strong>{name}</strong>
              <span>{purpose}</span>
              <span>{works.contractorName}</span>
              <span>
                {works.code} · <RefName to="unit" id={works.unitId} />
              </span>
              <span>{t('print.until', { day: date(works.expectedEndAt) })}</span>
            </div>
          </div>
        ))}
      </div>
    </section>
  ));
}
