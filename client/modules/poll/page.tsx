import { type PollRow, poll } from '@lobby/shared/modules/poll.ts';
import { Printer } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { dataOf } from '../../kit/http/api.ts';
import { FieldPairs } from '../../kit/ui/form/FieldPairs.tsx';
import { RecordsPage } from '../../kit/ui/pages/RecordsPage.tsx';
import { OpenPart } from './OpenPart.tsx';
import { PollPreview } from './PollPreview.tsx';
import { ResultsTab } from './ResultsTab.tsx';
import { TurnoutTab } from './TurnoutTab.tsx';

const SETTINGS = [
  'most',
  'weight',
  'closesAt',
  'results',
  'change',
  'anonymous',
  'notify',
  'audience',
  'blockIds',
  'unitIds',
] as const;
const FORM = {
  size: 'wide' as const,
  // A poll has at least two answers.
  defaults: { options: [{ text: '' }, { text: '' }] },
  fields: ['title', 'content', 'options', ...SETTINGS, 'roles', 'images', 'attachments'] as const,
  children: (
    <>
      <FieldPairs first={['title', 'content', 'options']} names={SETTINGS} wide={['roles', 'images', 'attachments']} />
      <PollPreview />
    </>
  ),
};
const WIDTHS = { title: 380, voted: 120, closesAt: 160, status: 140 };

/** Polls and their results. */
export function Component() {
  const { t } = useTranslation('poll');
  const navigate = useNavigate();
  const { idUnitGroup = '' } = useParams();
  return (
    <RecordsPage
      definition={poll}
      widths={WIDTHS}
      form={FORM}
      detail={{
        asides: row => {
          const part = <OpenPart row={{ ...dataOf<Partial<PollRow>>(row), id: row.id }} />;
          return { publish: part, schedule: part };
        },
        // A poll that never opened has no result.
        more: ({ id, openedAt }) =>
          openedAt
            ? [
                {
                  key: 'print',
                  label: t('print.title'),
                  icon: Printer,
                  onSelect: () => void navigate(`/print/${idUnitGroup}/poll/${id}`),
                },
              ]
            : [],
        extraTabs: id => [
          { value: 'results', label: t('standing'), content: <ResultsTab id={id} /> },
          { value: 'turnout', label: t('turnout.title'), content: <TurnoutTab id={id} /> },
        ],
      }}
    />
  );
}
