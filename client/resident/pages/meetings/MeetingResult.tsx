import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import type {
  CastVotes,
  DecidedQuestion,
  DecidedSheet,
  meetingMinutes,
  meetingResult,
  objectionsOpen,
  objectToMinutes,
  SurveyFigures,
} from '@lobby/shared/modules/conference.contract.ts';
import { ranked } from '@lobby/shared/modules/vote-sheet.ts';
import { type FormEvent, useState } from 'react';
import { saveFile } from '../../../kit/http/save-file.ts';
import { callFile, type Refused } from '../../data/api.ts';
import { callContract, useContract } from '../../data/contract.ts';
import { Prose, Refusal, SendPart } from '../../parts/parts.tsx';
import { t, votes, when } from '../../words.ts';

type Minutes = AnswerOf<typeof meetingMinutes>;

const FOLLOWED = ['CONFERENCE'];

/** Published results of a meeting: votes, resolutions, survey, and minutes as a file. */
export function MeetingResult({ meetingId }: { meetingId: string }) {
  const result = useContract<typeof meetingResult>(
    '/conference/:id/result',
    { params: { id: meetingId } },
    FOLLOWED,
  ).data;
  const minutes = useContract<typeof meetingMinutes>(
    '/conference/:id/minutes',
    { params: { id: meetingId } },
    FOLLOWED,
  ).data;
  if (!result) return null;
  const counted = result.sheets.filter(({ status }) => status === 'COUNTED');
  return (
    <section className="stack">
      <h3>{t('meetings.result')}</h3>
      {minutes && <Resolutions of={minutes} meetingId={meetingId} />}
      {counted.map(sheet => (
        <article key={sheet.id} className="stack">
          {sheet.questions.map(question => (
            <Decided key={question.n} sheet={sheet} question={question} />
          ))}
        </article>
      ))}
      {result.survey && <Survey of={result.survey} />}
    </section>
  );
}

function Resolutions({ of, meetingId }: { of: Minutes; meetingId: string }) {
  const [refused, setRefused] = useState<Refused | null>(null);
  const open = () =>
    void callFile(`/conference/${meetingId}/minutes/print`).then(
      file => saveFile(file, `${of.number ?? t('meetings.minutes')}.pdf`.replaceAll('/', '-')),
      setRefused,
    );
  return (
    <article className="stack">
      <strong>{t('meetings.resolutions')}</strong>
      <ol>
        {of.resolutions.map(({ sheetId, sheet, question, text, passed, leads }) => (
          <li key={`${sheetId} ${question}`}>
            <small className="muted">{sheet}</small>
            <br />
            {text}{' '}
            {passed === null ? (
              <strong>{leads.join(', ')}</strong>
            ) : (
              <strong className="verdict" data-tone={passed ? 'good' : 'bad'}>
                {t(passed ? 'meetings.passed' : 'meetings.failed')}
              </strong>
            )}
          </li>
        ))}
      </ol>
      {of.discussion && (
        <details>
          <summary>{t('meetings.discussion')}</summary>
          <Prose markup={of.discussion} />
        </details>
      )}
      {of.corrections.map(({ at, text }) => (
        <p key={at} className="notice">
          {t('meetings.correction', { at: when(at), text })}
        </p>
      ))}
      <Refusal refused={refused} />
      <button type="button" className="quiet" onClick={open}>
        {t('meetings.minutes')}
      </button>
    </article>
  );
}

/** A question with its result: an election ranked by votes, blank and invalid ones in rows of their own. */
function Decided({
  sheet: { title, fromHome, notCast },
  question,
}: {
  sheet: DecidedSheet;
  question: DecidedQuestion;
}) {
  const sums = (of: CastVotes) => ({ units: of.units, weight: votes(of.weight) });
  const { n, text, kind, passed, base = 0, blank, invalid, answers } = question;
  const lines = [
    ...ranked(kind, answers).map(({ answer, place }) => ({
      key: String(answer.n),
      label: `${place ? `${place}. ` : ''}${answer.text}${answer.tie ? ` · ${t('hall.tie')}` : ''}`,
      figures: answer,
    })),
    { key: 'blank', label: t('hall.blank'), figures: blank },
    { key: 'invalid', label: t('hall.invalid'), figures: invalid },
  ];
  return (
    <div className="stack">
      <p>
        <small className="muted">{title}</small>
        <br />
        {n}. {text}
      </p>
      {kind === 'DECISION' && (
        <strong className="verdict" data-tone={passed ? 'good' : 'bad'}>
          {passed ? '✓' : '✗'} {t(passed ? 'meetings.passed' : 'meetings.failed')}
        </strong>
      )}
      <table className="result">
        <thead>
          <tr>
            <th scope="col">{t('meetings.columns.answer')}</th>
            <th scope="col">{t('meetings.columns.votes')}</th>
            <th scope="col">%</th>
            <th scope="col">{t('meetings.columns.units')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label, figures }) => (
            <tr key={key}>
              <td>
                {label}
                <meter min={0} max={100} value={figures?.percent ?? 0} aria-hidden />
              </td>
              <td>{votes(figures?.weight ?? 0)}</td>
              <td>{votes(figures?.percent ?? 0)}</td>
              <td>{figures?.ballots === null ? '–' : (figures?.ballots ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <small className="muted">{t('hall.base', { weight: votes(base) })}</small>
      {notCast && <small className="muted">{t('hall.notCast', sums(notCast))}</small>}
      {fromHome && <small className="muted">{t('hall.fromHome', sums(fromHome))}</small>}
      {lines.some(({ figures }) => figures?.ballots === null) && <small className="muted">{t('hall.few')}</small>}
    </div>
  );
}

/** Survey results in units and votes; none for an anonymous survey with too few answers. */
function Survey({ of }: { of: SurveyFigures & { title: string } }) {
  return (
    <article className="stack">
      <p>
        <strong>{t('survey.title')}</strong> · {of.title}
        <br />
        <small className="muted">{t(of.hidden ? 'survey.few' : 'survey.sheets', { units: of.sheets })}</small>
      </p>
      {of.questions.map(({ n, text, options, mean, answered }) => (
        <div key={n} className="stack">
          <p>
            {n}. {text}
          </p>
          {mean !== null && <p>{t('survey.mean', { mean: votes(mean), units: answered })}</p>}
          {options.length > 0 && (
            <table className="result">
              <thead>
                <tr>
                  <th scope="col">{t('meetings.columns.answer')}</th>
                  <th scope="col">{t('meetings.columns.units')}</th>
                  <th scope="col">%</th>
                  <th scope="col">{t('meetings.columns.votes')}</th>
                </tr>
              </thead>
              <tbody>
                {options.map(option => (
                  <tr key={option.n}>
                    <td>
                      {option.text}
                      <meter min={0} max={100} value={option.percent} aria-hidden />
                    </td>
                    <td>{option.units}</td>
                    <td>{votes(option.percent)}</td>
                    <td>{votes(option.weight)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      ))}
    </article>
  );
}

/** An objection to resolutions, possible for some hours after the meeting until the minutes are final. */
export function ObjectionForm({ meetingId }: { meetingId: string }) {
  const { data, again } = useContract<typeof objectionsOpen>(
    '/conference/:id/minutes/object',
    { params: { id: meetingId } },
    FOLLOWED,
  );
  const [refused, setRefused] = useState<Refused | null>(null);
  const [sent, setSent] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get('text') ?? '');
    callContract<typeof objectToMinutes>('PUT', '/conference/:id/minutes/object', {
      params: { id: meetingId },
      body: { text },
    }).then(
      () => setSent(true),
      failure => {
        setRefused(failure);
        again();
      },
    );
  };
  if (sent) return <p className="notice">{t('meetings.objected')}</p>;
  if (!data?.until) return <Refusal refused={refused} />;
  return (
    <form onSubmit={submit} className="stack">
      <h3>{t('meetings.object')}</h3>
      <p className="muted">{t('meetings.objectUntil', { at: when(data.until) })}</p>
      <textarea name="text" rows={3} minLength={2} maxLength={1000} required aria-label={t('meetings.object')} />
      <SendPart refused={refused} label={t('meetings.sendObjection')} />
    </form>
  );
}
