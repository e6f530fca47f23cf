import { conference } from '@lobby/shared/modules/conference.ts';
import { percentOf } from '@lobby/shared/modules/conference-math.ts';
import { conferenceSurvey } from '@lobby/shared/modules/conference-survey.ts';
import { USUAL_ANSWERS, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { ListChecks, MonitorPlay, Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import type { RecordOf } from '../../kit/base/matches.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { FieldPairs, pairedForm } from '../../kit/ui/form/FieldPairs.tsx';
import { FormPart } from '../../kit/ui/form/FormPart.tsx';
import { FieldInputs } from '../../kit/ui/form/inputs/FieldInputs.tsx';
import { useExport } from '../../kit/ui/list/export/useExport.ts';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { ScreenParts } from '../../kit/ui/pages/ScreenParts.tsx';
import { AttendanceTab } from './attendance/AttendanceTab.tsx';
import { Steps } from './attendance/Steps.tsx';
import { Unanswered } from './attendance/Unanswered.tsx';
import { ResultTab } from './minutes/ResultTab.tsx';
import { SurveyKeying } from './survey/SurveyKeying.tsx';
import { SurveyPreview } from './survey/SurveyPreview.tsx';
import { SurveyResult } from './survey/SurveyResult.tsx';
import { SurveyTab } from './survey/SurveyTab.tsx';
import { BallotDesk, BallotScreen } from './votes/BallotDesk.tsx';
import { useExact } from './votes/exact.ts';
import { Hall } from './votes/Hall.tsx';
import { Keying } from './votes/Keying.tsx';
import { VoteResult } from './votes/VoteResult.tsx';
import { VotesTab } from './votes/VotesTab.tsx';

const MAIN = ['name', 'kind', 'startAt', 'durationMinutes', 'registrationClosesAt', 'venue'] as const;
const COUNTING = [
  'weighting',
  'areaField',
  'eligible',
  'quorumBasis',
  'quorumPercent',
  'proxyAllowed',
  'proxyLimit',
  'objectionHours',
] as const;
const PEOPLE = ['chairId', 'chairName', 'secretaryId', 'secretaryName'] as const;
const TEXTS = ['agenda', 'regulations', 'regulationFiles'] as const;

function MeetingFields() {
  const { t } = useTranslation(conference.name);
  return (
    <>
      <FieldPairs names={MAIN} wide={['blockIds']} />
      <FormPart title={t('form.counting')}>
        <FieldInputs names={COUNTING} />
      </FormPart>
      <FormPart title={t('form.people')}>
        <FieldInputs names={PEOPLE} />
      </FormPart>
      <FormPart title={t('form.texts')}>
        <FieldInputs names={TEXTS} wide />
      </FormPart>
    </>
  );
}

const FORM = {
  size: 'wide' as const,
  fields: [...MAIN, 'blockIds', ...COUNTING, ...PEOPLE, ...TEXTS] as const,
  children: <MeetingFields />,
};
const WIDTHS = { code: 144, name: 320, kind: 120, startAt: 150, venue: 200, units: 90, registered: 100, status: 140 };

const SURVEY_FORM = pairedForm(
  ['title', 'conferenceId', 'opensAt', 'closesAt', 'anonymous', 'required'],
  ['intro', 'questions'],
);
const SURVEY_WIDTHS = { title: 280, conferenceId: 240, answers: 100, status: 150 };
const VOTE_FORM = {
  ...pairedForm(
    ['title', 'conferenceId', 'who', 'base', 'passPercent', 'minutes', 'secret', 'oneAtATime', 'displayOrder'],
    ['channels', 'questions', 'attachments'],
  ),
  defaults: {
    channels: [{ channel: 'APP' }, { channel: 'DESK' }],
    questions: [{ text: '', kind: 'DECISION', answers: USUAL_ANSWERS }],
  },
};
const VOTE_WIDTHS = { displayOrder: 80, title: 280, conferenceId: 220, castOnline: 110, castWeight: 110, status: 180 };

/** Printable papers besides the invitations, with their translation keys. */
const PAPERS = [
  ['cards', 'cards'],
  ['attendance', 'attendance'],
  ['agenda', 'agenda'],
  ['proxy-form', 'proxy'],
] as const;

function Meetings() {
  const { t } = useTranslation([conference.name, conferenceSurvey.name, voteSheet.name]);
  const { save } = useExport();
  const navigate = useNavigate();
  const more = (row: RecordOf<typeof conference>) => {
    if (row.status === 'PENDING_APPROVAL') return [];
    return [
      {
        key: 'list',
        label: t('attendance.list'),
        icon: ListChecks,
        onSelect: () => void navigate(`../conference-unit?tab=all&conferenceId=${row.id}`),
      },
      ...(row.status === 'ONGOING'
        ? [
            {
              key: 'hall',
              label: t('hall.title'),
              icon: MonitorPlay,
              onSelect: () => void navigate(`../conference?id=${row.id}&screen=hall`),
            },
          ]
        : []),
      {
        key: 'print',
        label: t('attendance.print'),
        icon: Printer,
        onSelect: () => save(`${conference.path}/${row.id}/invitations`, scopeNow()),
      },
      ...PAPERS.map(([name, words]) => ({
        key: name,
        label: t(`papers.${words}`),
        icon: Printer,
        onSelect: () => save(`${conference.path}/${row.id}/${name}`, scopeNow()),
      })),
    ];
  };
  return (
    <RecordsPage
      definition={conference}
      widths={WIDTHS}
      cells={{ registered: ({ registered, units }) => <Share part={registered ?? 0} whole={units ?? 0} /> }}
      form={FORM}
      detail={{
        more,
        meta: row => <Steps row={row} />,
        values: row => {
          const { chairId, chairName, secretaryId, secretaryName } = row;
          return { 'open-meeting': { chairId, chairName, secretaryId, secretaryName } };
        },
        extraTabs: id => [
          { value: 'attendance', label: t('attendance.title'), content: <AttendanceTab id={id} /> },
          { value: 'survey', label: t('conference-survey:plural'), content: <SurveyTab id={id} /> },
          { value: 'votes', label: t('vote-sheet:plural'), content: <VotesTab id={id} /> },
          { value: 'results', label: t('parts.result'), content: <ResultTab id={id} /> },
        ],
      }}
    />
  );
}
/** Share of units that will attend. */
function Share({ part, whole }: { part: number; whole: number }) {
  const exact = useExact();
  return whole > 0 ? `${exact(percentOf(part, whole))}\u00a0%` : '–';
}

function Surveys() {
  const { t } = useTranslation(conferenceSurvey.name);
  const { save } = useExport();
  const mayCount = useCan(conferenceSurvey.code, 'aggregate');
  const mayKey = useCan(conferenceSurvey.code, 'write');
  // Entering answers loads the desk's list of units, which needs this flag.
  const mayAct = useCan(conferenceSurvey.code, 'updateStatus');
  const more = ({ id }: RecordOf<typeof conferenceSurvey>) => [
    {
      key: 'print',
      label: t('paper.print'),
      icon: Printer,
      onSelect: () => save(`${conferenceSurvey.path}/${id}/print`, scopeNow()),
    },
  ];
  return (
    <RecordsPage
      definition={conferenceSurvey}
      widths={SURVEY_WIDTHS}
      form={SURVEY_FORM}
      detail={{
        more,
        extraTabs: id => [
          ...(mayCount ? [{ value: 'result', label: t('result.title'), content: <SurveyResult id={id} /> }] : []),
          { value: 'preview', label: t('preview.title'), content: <SurveyPreview id={id} /> },
          { value: 'unanswered', label: t('unanswered.title'), content: <Unanswered id={id} /> },
          ...(mayKey && mayAct
            ? [{ value: 'keying', label: t('keying.title'), content: <SurveyKeying id={id} /> }]
            : []),
        ],
      }}
    />
  );
}

function Votes() {
  const { t } = useTranslation(voteSheet.name);
  const { save } = useExport();
  const mayKey = useCan(voteSheet.code, 'write');
  const mayAct = useCan(voteSheet.code, 'updateStatus');
  const more = (row: RecordOf<typeof voteSheet>) =>
    mayAct && row.status === 'OPEN' && row.channels?.some(({ channel }) => channel === 'PAPER')
      ? ([['print', {}] as const, ['again', { again: true }] as const] as const).map(([name, body]) => ({
          key: name,
          label: t(`paper.${name}`),
          icon: Printer,
          onSelect: () => save(`${voteSheet.path}/${row.id}/papers`, { ...scopeNow(), body }, 'POST'),
        }))
      : [];
  return (
    <RecordsPage
      definition={voteSheet}
      widths={VOTE_WIDTHS}
      form={VOTE_FORM}
      detail={{
        more,
        extraTabs: id => [
          { value: 'results', label: t('results.title'), content: <VoteResult id={id} /> },
          ...(mayAct ? [{ value: 'desk', label: t('ballot.title'), content: <BallotDesk id={id} /> }] : []),
          ...(mayKey ? [{ value: 'keying', label: t('keying.title'), content: <Keying id={id} /> }] : []),
        ],
      }}
    />
  );
}

/** Tabs that a link can open by name: `conference?id=…&tab=votes`. */
const DETAIL_TABS: Readonly<Record<string, string>> = {
  attendance: 'attendance',
  units: 'attendance',
  survey: 'survey',
  votes: 'votes',
  results: 'results',
  activity: 'activity',
  files: 'files',
};

/** Owners' meetings with their surveys and votes. */
export function Component() {
  const { t } = useTranslation([conference.name, conferenceSurvey.name, voteSheet.name]);
  const [params] = useSearchParams();
  const id = params.get('id');
  if (id && params.get('screen') === 'hall') return <Hall key={id} id={id} />;
  if (id && params.get('screen') === 'ballot') return <BallotScreen key={id} id={id} />;
  const tab = params.get('tab') ?? '';
  const show = DETAIL_TABS[tab];
  if (id && show) return <Navigate replace to={`?tab=all&id=${id}&show=${show}`} />;
  return (
    <ScreenParts
      label={t('plural')}
      parts={[
        { value: 'meetings', label: t('parts.meetings'), content: <Meetings /> },
        { value: 'surveys', label: t('conference-survey:plural'), content: <Surveys /> },
        { value: 'votes', label: t('vote-sheet:plural'), content: <Votes /> },
      ]}
    />
  );
}
