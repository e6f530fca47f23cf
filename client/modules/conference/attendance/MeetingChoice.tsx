import type { ListedOf } from '@lobby/shared/kit/definition.ts';
import { conference } from '@lobby/shared/modules/conference.ts';
import { conferenceUnit } from '@lobby/shared/modules/conference-unit.ts';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useRows } from '../../../kit/live/useRows.ts';
import { Select } from '../../../kit/ui/controls/Select.tsx';

type Meeting = ListedOf<typeof conference>;

/** The meeting to preselect: the one in progress, otherwise the next, otherwise the last. */
export function likelyMeeting(all: readonly Meeting[]): Meeting | undefined {
  const at = ({ startAt }: Meeting) => Date.parse(String(startAt));
  const going = all.filter(({ status }) => status === 'ONGOING').toSorted((a, b) => at(a) - at(b));
  return going.find(({ phase }) => phase === 'MEETING') ?? going[0] ?? all.toSorted((a, b) => at(b) - at(a))[0];
}

/** Selects the meeting whose units the list shows; always exactly one. */
export function MeetingChoice({ onNone }: { onNone: () => void }) {
  const { t } = useTranslation(conferenceUnit.name);
  const [params, setParams] = useSearchParams();
  const chosen = params.get('conferenceId') ?? '';
  const { data } = useRows(conference, {
    follow: conference.code,
    filter: { status: { in: ['ONGOING', 'ENDED'] } },
    sort: '-startAt',
    limit: 50,
  });
  const first = chosen ? undefined : data && likelyMeeting(data)?.id;
  useEffect(() => {
    if (!first) return;
    setParams(
      before => {
        const next = new URLSearchParams(before);
        next.set('conferenceId', first);
        return next;
      },
      { replace: true },
    );
  }, [first, setParams]);
  const none = data?.length === 0;
  useEffect(() => {
    if (none) onNone();
  }, [none, onNone]);
  if (!data || none) return null;
  return (
    <Select
      aria-label={t('desk.meeting')}
      value={chosen}
      choices={data.map(({ id, name }) => ({ value: id, label: String(name) }))}
      onChange={event =>
        setParams(before => {
          const next = new URLSearchParams(before);
          next.set('conferenceId', event.target.value);
          next.delete('id');
          return next;
        })
      }
    />
  );
}
