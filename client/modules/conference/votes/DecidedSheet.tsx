import type { CastVotes, DecidedSheet as Decided, DecidedQuestion } from '@lobby/shared/modules/conference.contract.ts';
import { ranked, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { progressLook } from '../../../kit/ui/marks/progress-look.ts';
import { styleClass } from '../../../theme/classes.ts';
import { useExact } from './exact.ts';

const tableClass = styleClass({
  mt: '3',
  '& [data-verdict]': { display: 'inline-flex', alignItems: 'center', gap: '1.5', fontWeight: 'semibold', my: '2' },
  '& [data-verdict=done]': { color: 'done.fg' },
  '& [data-verdict=bad]': { color: 'bad.fg' },
  '& [data-verdict] svg': { w: '18px', h: '18px' },
  '& table': { w: 'full', borderCollapse: 'collapse', fontFamily: 'figures' },
  '& th, & td': { py: '1.5', ps: '3', textAlign: 'end', verticalAlign: 'top', fontWeight: 'normal' },
  '& th:first-of-type, & td:first-of-type': { ps: '0', textAlign: 'start', w: '60%', overflowWrap: 'anywhere' },
  '& thead th': { textStyle: 'sm', color: 'fg.muted', borderBottomWidth: '1px', borderColor: 'border' },
  '& tbody tr': { borderBottomWidth: '1px', borderColor: 'border' },
  '& progress': { ...progressLook, h: '2', mt: '1' },
  '& [data-tone=done] progress::-webkit-progress-value': { bg: 'done.solid' },
  '& [data-tone=done] progress::-moz-progress-bar': { bg: 'done.solid' },
  '& [data-tone=ended] progress::-webkit-progress-value': { bg: 'ended.solid' },
  '& [data-tone=ended] progress::-moz-progress-bar': { bg: 'ended.solid' },
  '& [data-tone=ended] td': { color: 'fg.muted' },
  '& small': { display: 'block', color: 'fg.muted' },
});

/** Result of a question as bars: elections by votes, blank and invalid ballots separately. */
export function QuestionResult({ of, notCast }: { of: DecidedQuestion; notCast?: CastVotes | undefined }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  const exact = useExact();
  const { n, text, kind, answers, blank, invalid, base = 0, passed } = of;
  const nothing = { weight: 0, percent: 0, ballots: 0 };
  const lines = [
    ...ranked(kind, answers).map(({ answer, place }) => ({
      key: String(answer.n),
      label: `${place ? `${place}. ` : ''}${answer.text}${answer.tie ? ` · ${t('results.tie')}` : ''}`,
      tone: (kind === 'DECISION' ? answer.n === 1 && passed : place === 1 && (answer.weight ?? 0) > 0)
        ? 'done'
        : 'going',
      figures: { ...nothing, ...answer },
    })),
    { key: 'blank', label: t('results.blank'), tone: 'ended', figures: blank ?? nothing },
    { key: 'invalid', label: t('results.invalid'), tone: 'ended', figures: invalid ?? nothing },
    ...(notCast
      ? [
          {
            key: 'notCast',
            label: t('results.notCast'),
            tone: 'ended',
            figures: { weight: notCast.weight, percent: null, ballots: notCast.units },
          },
        ]
      : []),
  ];
  const Verdict = passed ? CircleCheck : CircleX;
  return (
    <section className={tableClass()}>
      <h4>
        {n}. {text}
      </h4>
      {kind === 'DECISION' && (
        <p data-verdict={passed ? 'done' : 'bad'}>
          <Verdict aria-hidden />
          {t(passed ? 'results.passed' : 'results.failed')}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t('results.answer')}</th>
            <th scope="col">{t('results.votes')}</th>
            <th scope="col">%</th>
            <th scope="col">{t('results.units')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, label, tone, figures: { weight, percent, ballots } }) => (
            <tr key={key} data-tone={tone}>
              <td>
                {label}
                <progress aria-hidden max={100} value={Math.min(100, percent ?? 0)} />
              </td>
              <td>{exact(weight)}</td>
              <td>{percent === null ? '' : exact(percent)}</td>
              <td>{ballots === null ? '–' : number(ballots)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <small>{t('results.base', { weight: exact(base) })}</small>
      {lines.some(({ figures }) => figures.ballots === null) && <small>{t('results.few')}</small>}
    </section>
  );
}

export function DecidedSheet({ sheet }: { sheet: Decided }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  const exact = useExact();
  const { papers, present, fromHome, notCast } = sheet;
  const castWords = ({ units, weight }: CastVotes) => ({ units: number(units), weight: exact(weight) });
  return (
    <section>
      <h3>{sheet.title}</h3>
      {present && (
        <p>{t('conference:minutes.presentAt', { units: number(present.heads), weight: exact(present.weight) })}</p>
      )}
      {sheet.status === 'COUNTED' ? (
        sheet.questions.map(question => <QuestionResult key={question.n} of={question} notCast={notCast} />)
      ) : (
        <p>{t('results.waiting')}</p>
      )}
      {fromHome && <p>{t('conference:minutes.fromHome', castWords(fromHome))}</p>}
      {papers && papers.issued > 0 && (
        <p>{t('conference:minutes.papers', { ...papers, weight: exact(papers.weight) })}</p>
      )}
    </section>
  );
}
