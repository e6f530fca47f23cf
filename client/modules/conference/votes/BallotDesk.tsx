import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type { RowOf } from '@lobby/shared/kit/definition.ts';
import type { findConferenceUnits } from '@lobby/shared/modules/conference-unit.contract.ts';
import type { sendBallot } from '@lobby/shared/modules/vote-sheet.contract.ts';
import { answersOf, voteQuestionsOf, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { Maximize, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { callContract } from '../../../kit/http/contract.ts';
import { useDetail } from '../../../kit/live/useRows.ts';
import { scopeNow } from '../../../kit/session/session.ts';
import { ScanButton } from '../../../kit/ui/camera/ScanButton.tsx';
import { Button } from '../../../kit/ui/controls/Button.tsx';
import { Form } from '../../../kit/ui/controls/Form.tsx';
import { TextInput } from '../../../kit/ui/controls/TextInput.tsx';
import { useSubmit } from '../../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../../kit/ui/detail/DetailBody.tsx';
import { focusFault } from '../../../kit/ui/keyboard/focus-fault.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { Refused } from '../../../kit/ui/states/Refused.tsx';
import { SkeletonRows } from '../../../kit/ui/states/Skeleton.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { useExact } from './exact.ts';

/** Time a receipt stays on a shared device, in ms. */
const CLEARS_MS = 20_000;

type Voter = AnswerOf<typeof findConferenceUnits>[number];
type Sheet = RowOf<typeof voteSheet>;

const formClass = styleClass({
  display: 'grid',
  gap: '3',
  '& form': { display: 'grid', gap: '3' },
  '& fieldset': { display: 'grid', gap: '2', borderWidth: '1px', borderColor: 'border', borderRadius: 'md', p: '3' },
  '& fieldset label': { display: 'flex', gap: '2', alignItems: 'center', minH: 'target' },
  '& dt': { color: 'fg.muted' },
  '& dd': { m: '0', mb: '2', fontWeight: 'semibold' },
  '& code': { overflowWrap: 'anywhere' },
  '& [data-row]': { display: 'flex', flexWrap: 'wrap', gap: '2' },
  '& [role=alert]': { color: 'bad.fg' },
});
/** Full-screen layout for a device on a stand. */
const screenClass = styleClass({
  position: 'fixed',
  inset: '0',
  zIndex: 'drawer',
  bg: 'bg',
  overflowY: 'auto',
  p: { base: '4', md: '8' },
  fontSize: { base: '18px', md: '24px' },
  '& > header': { display: 'flex', alignItems: 'center', gap: '3', mb: '6' },
  '& h1': { flex: '1', fontWeight: 'semibold', minW: '0', overflowWrap: 'anywhere' },
  '& > div': { maxW: '960px', mx: 'auto', gap: '6' },
  '& input:not([type=radio])': { fontSize: '24px' },
  '& fieldset label': { minH: '64px' },
  '& input[type=radio]': { w: '28px', h: '28px' },
});

/** 32 random bytes, kept only as long as the ballot. */
const nonceOf = (): string =>
  [...crypto.getRandomValues(new Uint8Array(32))].map(byte => byte.toString(16).padStart(2, '0')).join('');

const useSheet = (id: string) => useDetail(voteSheet, id, { follow: voteSheet.code, delay: 500 }).data;

/** Voting at a device of the building, as a tab of the vote. */
export function BallotDesk({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const navigate = useNavigate();
  const sheet = useSheet(id);
  if (!sheet) return <SkeletonRows />;
  return (
    <DetailBody>
      <div className={formClass()}>
        <div data-row="">
          <Button
            size="sm"
            icon={Maximize}
            onClick={() => void navigate(`../conference?part=votes&id=${id}&screen=ballot`)}
          >
            {t('ballot.full')}
          </Button>
        </div>
        <Booth sheet={sheet} />
      </div>
    </DetailBody>
  );
}

/** Voting in full screen at a device on a stand. */
export function BallotScreen({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const navigate = useNavigate();
  const sheet = useSheet(id);
  return (
    <section className={screenClass()} aria-label={t('ballot.title')}>
      <header>
        <h1>{sheet?.title}</h1>
        <Button look="ghost" icon={X} onClick={() => void navigate(`../conference?part=votes&tab=all&id=${id}`)}>
          {t('ballot.close')}
        </Button>
      </header>
      <div className={formClass()}>{sheet ? <Booth sheet={sheet} /> : <SkeletonRows />}</div>
    </section>
  );
}

/** Voting steps of a unit: scan the pass, choose, review, see the receipt; then the screen is cleared. */
function Booth({ sheet }: { sheet: Sheet }) {
  const { t } = useTranslation(voteSheet.name);
  const { busy, error, code: refusal, run } = useSubmit();
  const [code, setCode] = useState('');
  const [voters, setVoters] = useState<readonly Voter[]>([]);
  const [nobody, setNobody] = useState(false);
  const [receipt, setReceipt] = useState('');
  const [voter] = voters;
  // Hides the receipt from the next voter.
  useEffect(() => {
    if (!receipt || voter) return;
    const timer = setTimeout(() => setReceipt(''), CLEARS_MS);
    return () => clearTimeout(timer);
  }, [receipt, voter]);
  const find = (text: string) =>
    run(async () => {
      setReceipt('');
      const query = { conferenceId: String(sheet.conferenceId), code: text.trim() };
      const units = await callContract<typeof findConferenceUnits>('GET', '/conference-unit/find', {
        ...scopeNow(),
        query,
      });
      const may = units.data.filter(
        unit =>
          (sheet.who === 'ALL' || unit.checkIn === 'CHECKED_IN') &&
          !unit.ballotsPaper?.includes(sheet.id) &&
          (sheet.secret === false || !unit.ballotsOnline?.includes(sheet.id)),
      );
      setVoters(may);
      setNobody(may.length === 0);
      setCode('');
    });
  const cast = (answers: readonly number[]) =>
    run(async () => {
      const body = { answers, nonce: nonceOf(), conferenceUnitId: voter?.id };
      const sent = await callContract<typeof sendBallot>('POST', '/vote-sheet/:id/ballot', {
        params: { id: sheet.id },
        ...scopeNow(),
        body,
      });
      setReceipt(sent.data.receipt);
      setVoters(before => before.slice(1));
    });
  if (sheet.status !== 'OPEN') return <p>{t('ballot.closed')}</p>;
  return (
    <>
      {!voter && (
        <Form
          onSubmit={() => {
            if (code.trim()) void find(code);
          }}
        >
          <TextInput
            size="lg"
            autoFocus
            value={code}
            autoComplete="off"
            aria-label={t('ballot.find')}
            placeholder={t('ballot.find')}
            onChange={event => setCode(event.target.value)}
          />
          <div data-row="">
            <Button type="submit" size="lg" look="filled" busy={busy}>
              {t('ballot.next')}
            </Button>
            <ScanButton label={t('ballot.camera')} onCode={text => void find(text)} />
          </div>
          {nobody && !error && <p role="alert">{t('ballot.nobody')}</p>}
        </Form>
      )}
      {voter && (
        <Ballot
          key={voter.id}
          sheet={sheet}
          voter={voter}
          busy={busy}
          onCast={answers => void cast(answers)}
          onClear={() => setVoters([])}
        />
      )}
      <Refused error={error} code={refusal} />
      {receipt && (
        <p aria-live="polite">
          {t('ballot.receipt')} <code>{receipt}</code>
        </p>
      )}
    </>
  );
}

interface BallotProps {
  sheet: Sheet;
  voter: Voter;
  busy: boolean;
  onCast: (answers: readonly number[]) => void;
  onClear: () => void;
}

/** Ballot of a unit: chosen, reviewed, then cast; it cannot be changed afterwards. */
function Ballot({ sheet, voter, busy, onCast, onClear }: BallotProps) {
  const { t } = useTranslation([voteSheet.name, 'errors']);
  const exact = useExact();
  const questions = voteQuestionsOf({ ...sheet });
  const [chosen, setChosen] = useState<readonly number[]>(() => questions.map(() => 0));
  const [looking, setLooking] = useState(false);
  /** Submitted once with unanswered questions; asks before casting them as blank. */
  const [isChecked, setChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const head = (
    <strong>
      <RefName to="unit" id={String(voter.unitId)} /> · {t('ballot.weight', { weight: exact(voter.weight ?? 0) })}
    </strong>
  );
  if (looking)
    return (
      <>
        {head}
        <dl>
          {questions.map((question, n) => (
            <div key={question.text}>
              <dt>
                {n + 1}. {question.text}
              </dt>
              <dd>{answersOf(question)[(chosen[n] ?? 0) - 1]}</dd>
            </div>
          ))}
        </dl>
        <div data-row="">
          <Button size="lg" look="filled" busy={busy} onClick={() => onCast(chosen)}>
            {t('ballot.cast')}
          </Button>
          <Button size="lg" onClick={() => setLooking(false)}>
            {t('ballot.change')}
          </Button>
        </div>
      </>
    );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        const isWhole = chosen.every(Boolean);
        setChecked(!isWhole);
        setLooking(isWhole);
        if (!isWhole) focusFault(form.current);
      }}
    >
      {head}
      {questions.map((question, n) => (
        <fieldset key={question.text} data-invalid={isChecked && !chosen[n] ? '' : undefined}>
          <legend>
            {n + 1}. {question.text}
          </legend>
          {answersOf(question).map((answer, at) => (
            <label key={answer}>
              <input
                type="radio"
                name={`q${n}`}
                checked={chosen[n] === at + 1}
                onChange={() => setChosen(before => before.map((mark, k) => (k === n ? at + 1 : mark)))}
              />
              {answer}
            </label>
          ))}
          {isChecked && !chosen[n] && <p role="alert">{t('errors:REQUIRED')}</p>}
        </fieldset>
      ))}
      <div data-row="">
        <Button type="submit" size="lg" look="filled">
          {t('ballot.look')}
        </Button>
        <Button size="lg" onClick={onClear}>
          {t('ballot.clear')}
        </Button>
      </div>
    </form>
  );
}
