import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { VOTE_CHANNELS, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { Calculator, CirclePlay, CircleStop, FilePlus2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { request } from '../../../kit/http/api.ts';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { useRows } from '../../../kit/live/useRows.ts';
import { useCan } from '../../../kit/session/permissions.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { ConfirmDialog } from '../../../kit/ui/overlay/ConfirmDialog.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { useQuorum } from '../attendance/quorum.ts';
import { useTurnout } from '../attendance/turnout.ts';
import { Bars } from './Bars.tsx';
import { useExact } from './exact.ts';

type Sheet = ListedOf<typeof voteSheet>;

/** Next act of a vote by status; each is confirmed with an explanation. */
const STEPS = {
  DRAFT: { name: 'open', icon: CirclePlay },
  OPEN: { name: 'close', icon: CircleStop },
  CLOSED: { name: 'count', icon: Calculator },
} as const;
type Step = (typeof STEPS)[keyof typeof STEPS];
/** Templates of common votes. */
const TEMPLATES = [
  ['report', 'DECISION'],
  ['rules', 'DECISION'],
  ['board', 'ELECTION'],
  ['fees', 'DECISION'],
] as const;

const listClass = styleClass({
  display: 'grid',
  gap: '3',
  listStyle: 'none',
  m: '0',
  p: '0',
  '& > li': { display: 'grid', gap: '3', p: '3', borderWidth: '1px', borderColor: 'border', borderRadius: 'md' },
  '& [data-head]': { display: 'flex', flexWrap: 'wrap', gap: '2', alignItems: 'center' },
  '& [data-head] strong': { flex: '1 1 160px', minW: '0' },
});
const templatesClass = styleClass({
  mt: '6',
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: '2', mt: '2' },
});

/** Votes of a meeting for the person running it: state, turnout, time left, and a button for the next step. */
export function VotesTab({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const navigate = useNavigate();
  const mayAct = useCan(voteSheet.code, 'updateStatus');
  const mayWrite = useCan(voteSheet.code, 'write');
  const { busy, error, code, run } = useSubmit();
  const [question, setQuestion] = useState<{ sheet: Sheet; step: Step } | null>(null);
  const sheets = useRows(voteSheet, {
    filter: { conferenceId: { in: [id] } },
    sort: 'displayOrder',
    limit: 20,
    follow: voteSheet.code,
    delay: 200,
  });
  useTurnout(sheets.data?.some(({ status }) => status === 'OPEN') ?? false, sheets.again);
  if (!sheets.data) return <SkeletonRows />;
  const act = ({ sheet, step }: { sheet: Sheet; step: Step }) =>
    run(async () => {
      setQuestion(null);
      await request('PUT', `${voteSheet.path}/${sheet.id}/${step.name}`, { ...scopeNow(), body: {} });
      await sheets.again();
    });
  const make = (name: string, kind: string) =>
    run(async () => {
      const title = t(`templates.${name}.title`);
      const questions = [{ text: t(`templates.${name}.text`), kind, answers: t(`templates.${name}.answers`) }];
      const channels = VOTE_CHANNELS.map(channel => ({ channel }));
      await request('POST', voteSheet.path, {
        ...scopeNow(),
        body: { conferenceId: id, title, questions, channels },
      });
      await sheets.again();
    });
  return (
    <DetailBody>
      <Refused error={error} code={code} />
      {sheets.data.length === 0 && <p>{t('empty.text')}</p>}
      <ul className={listClass()}>
        {sheets.data.map(sheet => {
          const step: Step | undefined = sheet.status in STEPS ? STEPS[sheet.status as keyof typeof STEPS] : undefined;
          return (
            <li key={sheet.id}>
              <div data-head="">
                <strong>{sheet.title}</strong>
                <span>{t('live.questions', { count: sheet.asked ?? 0 })}</span>
                <Status {...voteSheet.statuses[sheet.status]}>{t(`statuses.${sheet.status}`)}</Status>
              </div>
              {(sheet.status === 'OPEN' || sheet.status === 'CLOSED' || sheet.status === 'COUNTED') && (
                <Turnout sheet={sheet} meetingId={id} />
              )}
              {step && mayAct && (
                <Button
                  wide
                  size="lg"
                  icon={step.icon}
                  busy={busy}
                  tone={step.name === 'close' ? 'bad' : 'accent'}
                  onClick={() => setQuestion({ sheet, step })}
                >
                  {t(`actions.${step.name}`)}
                </Button>
              )}
              <Button
                size="sm"
                look="ghost"
                onClick={() => void navigate(`../conference?part=votes&tab=all&id=${sheet.id}`)}
              >
                {t('live.more')}
              </Button>
            </li>
          );
        })}
      </ul>
      {mayWrite && (
        <section className={templatesClass()}>
          <h3>{t('templates.title')}</h3>
          <div>
            {TEMPLATES.map(([name, kind]) => (
              <Button key={name} icon={FilePlus2} busy={busy} onClick={() => void make(name, kind)}>
                {t(`templates.${name}.title`)}
              </Button>
            ))}
          </div>
        </section>
      )}
      {question && (
        <ConfirmDialog
          open
          tone={question.step.name === 'close' ? 'bad' : 'neutral'}
          title={`${t(`actions.${question.step.name}`)}: ${question.sheet.title}`}
          description={t(`live.means.${question.step.name}`)}
          confirm={t(`actions.${question.step.name}`)}
          onConfirm={() => void act(question)}
          onCancel={() => setQuestion(null)}
        />
      )}
    </DetailBody>
  );
}

/** Turnout and time left; never results. */
function Turnout({ sheet, meetingId }: { sheet: Sheet; meetingId: string }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  const exact = useExact();
  const eligible = useQuorum(sheet.who === 'ALL' ? meetingId : null)?.eligible;
  const of = eligible ?? { heads: sheet.presentHeads ?? 0, weight: sheet.presentWeight ?? 0 };
  const papers = sheet.issuedPaper ?? 0;
  const shares = [
    ['units', sheet.castOnline ?? 0, of.heads],
    ['votes', sheet.castWeight ?? 0, of.weight],
  ] as const;
  return (
    <>
      <Bars
        of={shares.map(([key, part, whole]) => ({
          key,
          label: t(`live.${key}`),
          percent: whole > 0 ? (part * 100) / whole : 0,
          figures: `${exact(part)} / ${exact(whole)}`,
        }))}
      />
      {papers > 0 && <p>{t('live.papers', { papers: number(papers) })}</p>}
      {sheet.status === 'OPEN' && sheet.closesAt && <Left until={sheet.closesAt} />}
    </>
  );
}

function Left({ until }: { until: string }) {
  const { t } = useTranslation(voteSheet.name);
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - at) / 1000));
  return <p>{t('live.left', { left: `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` })}</p>;
}
