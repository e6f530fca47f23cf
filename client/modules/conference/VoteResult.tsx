import {
  answersOf,
  type VoteQuestion,
  type VoteSheetRow,
  voteQuestionsOf,
  voteSheet,
} from '@lobby/shared/modules/vote-sheet.ts';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dataOf } from '../../kit/http/api.ts';
import { useFormats } from '../../kit/i18n/formats.ts';
import { recordAtom } from '../../kit/records/records.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { styleClass } from '../../theme/classes.ts';
import { Bars } from './Bars.tsx';

interface ResultLine {
  question: number;
  answer: number;
  ballots: number;
  weight: number;
  percent: number;
  passed: boolean;
  tie: boolean;
}

const verdictClass = styleClass({
  fontWeight: 'semibold',
  '&[data-tone=done]': { color: 'done.fg' },
  '&[data-tone=bad]': { color: 'bad.fg' },
});

/** The count of one question: each answer, blank and invalid in lines of their own, and what was decided. */
function QuestionResult({ n, question, lines }: { n: number; question: VoteQuestion; lines: readonly ResultLine[] }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  const own = lines.filter(line => line.question === n);
  const passed = own.some(line => line.passed);
  const wordsOf = (answer: number) =>
    answer > 0 ? answersOf(question)[answer - 1] : t(answer === 0 ? 'results.blank' : 'results.invalid');
  const ordered =
    question.kind === 'ELECTION'
      ? own.toSorted((a, b) => Number(b.answer > 0) - Number(a.answer > 0) || b.weight - a.weight)
      : own;
  return (
    <section>
      <h3>
        {n}. {question.text}
      </h3>
      {question.kind === 'DECISION' && own.length > 0 && (
        <p className={verdictClass()} data-tone={passed ? 'done' : 'bad'}>
          {passed ? '✓' : '✗'} {t(passed ? 'results.passed' : 'results.failed')}
        </p>
      )}
      <Bars
        of={ordered.map(({ answer, weight, percent, ballots, tie }) => ({
          key: String(answer),
          percent,
          label: (
            <>
              {wordsOf(answer)}
              {tie && ` · ${t('results.tie')}`}
            </>
          ),
          figures: t('results.line', { weight: number(weight), percent: number(percent), ballots: number(ballots) }),
        }))}
      />
    </section>
  );
}

/** What a vote has decided; nothing before it is counted. */
export function VoteResult({ id }: { id: string }) {
  const { t } = useTranslation(voteSheet.name);
  const { number } = useFormats();
  const entry = useAtomValue(useMemo(() => recordAtom(voteSheet.name, id), [id]));
  const row = dataOf<Partial<VoteSheetRow> & { results?: ResultLine[]; baseWeight?: number | null }>(entry?.row);
  if (!row?.countedAt)
    return (
      <DetailBody>
        <p>{t('results.waiting')}</p>
      </DetailBody>
    );
  return (
    <DetailBody>
      <p>{t('results.base', { weight: number(row.baseWeight ?? 0) })}</p>
      {voteQuestionsOf(row).map((question, n) => (
        <QuestionResult key={question.text} n={n + 1} question={question} lines={row.results ?? []} />
      ))}
    </DetailBody>
  );
}
