import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import type { openVotes } from '@lobby/shared/modules/vote-sheet.contract.ts';
import { answersOf, type VoteQuestion, voteSheet } from '@lobby/shared/modules/vote-sheet.ts';
import { useTranslation } from 'react-i18next';
import { useContract } from '../../../kit/live/useContract.ts';
import { RefName } from '../../../kit/ui/list/rows/RefName.tsx';
import { styleClass } from '../../../theme/classes.ts';

const listClass = styleClass({
  mt: '5',
  '& table': { w: 'full', borderCollapse: 'collapse', textStyle: 'sm' },
  '& th, & td': { py: '1.5', pe: '3', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& thead th': { color: 'fg.muted', fontWeight: 'normal' },
});

/** Choices of each unit in an open vote; secret votes have none. */
export function OpenBallots({ id, questions }: { id: string; questions: readonly VoteQuestion[] }) {
  const { t } = useTranslation(voteSheet.name);
  const { data } = useContract<typeof openVotes>('/vote-sheet/:id/ballots', {
    params: { id },
    follow: voteSheet.code,
  });
  if (!data) return null;
  return (
    <section className={listClass()}>
      <h3>{t('results.open')}</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('results.unit')}</th>
            {questions.map((question, n) => (
              <th key={question.text} scope="col">
                {n + 1}. {question.text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map(({ conferenceUnitId, answers }) => (
            <tr key={conferenceUnitId}>
              <td>
                <RefName to={conferenceUnit.name} id={conferenceUnitId} />
              </td>
              {questions.map((question, n) => (
                <td key={question.text}>{answersOf(question)[(answers[n] ?? 0) - 1] ?? t('results.blank')}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
