import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import { poll } from '@lobby/shared/modules/poll.ts';
import { Vote } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { useFormats } from '../../kit/i18n/formats.ts';
import { useContract } from '../../kit/live/useContract.ts';
import { useDetail } from '../../kit/live/useRows.ts';
import { useFieldWords } from '../../kit/ui/form/form-context.ts';
import { PrintedPage } from '../../kit/ui/pages/PrintedPage.tsx';
import { Slip } from '../../kit/ui/pages/Slip.tsx';
import { standingOf } from './standing.ts';

/** Print view of a poll's result; informational, it does not replace an owners' meeting. */
export function Component() {
  const { idUnitGroup = '', pollId } = useParams();
  const { t } = useTranslation(poll.name);
  const say = useFieldWords(poll.name);
  const { dateTime, number } = useFormats();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
  const { data, error } = useDetail(poll, pollId, { scope, follow: poll.code });
  const { hidden, lines } = standingOf(data ?? {});
  const title = t('print.title');
  return (
    <PrintedPage title={title} icon={Vote} state={data ? 'ready' : error ? 'failed' : 'loading'}>
      {data && (
        <Slip
          size="A4"
          from={place?.name}
          title={title}
          code={data.title}
          facts={[
            [say.label('status'), say.status(data.status)],
            [say.label('openedAt'), data.openedAt && dateTime(data.openedAt)],
            [say.label('closesAt'), dateTime(data.closedAt ?? data.closesAt)],
            [say.label('weight'), say.option('weight', data.weight)],
            [say.label('voted'), `${number(data.voted)} / ${number(data.entitled)}`],
          ]}
          signs={[t('print.author'), t('print.management')]}
        >
          {hidden ? (
            <p>{t('hidden')}</p>
          ) : (
            <table>
              <thead>
                <tr>
                  <th>{t('print.answer')}</th>
                  <th>{t('print.votes')}</th>
                  <th>%</th>
                </tr>
              </thead>
              <tbody>
                {lines.map(({ answer, votes, share }) => (
                  <tr key={answer}>
                    <td>{answer}</td>
                    <td>{number(votes)}</td>
                    <td>{Math.round(share * 100)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
          <p data-text="">{t('print.reference')}</p>
        </Slip>
      )}
    </PrintedPage>
  );
}
