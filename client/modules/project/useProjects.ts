import { type BuildingType, unitGroup } from '@lobby/shared/modules/unit-group.ts';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { request } from '../../kit/api.ts';
import { onSaid } from '../../kit/live.ts';
import { meAtom } from '../../kit/session.ts';

interface Row {
  id: string;
  name: string;
  code: string;
  type: BuildingType | null;
  address: string;
  logo: string | null;
  blocks: number;
  units: number;
  residents: number;
  staff: number;
}

/** The reader's projects with their numbers, read again when one of them changes or is added. */
export function useProjects() {
  const me = useAtomValue(meAtom);
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place that was added, and a try again, ask anew
  useEffect(() => {
    let wanted = true;
    const read = () =>
      request<Row[]>('GET', unitGroup.path).then(
        ({ data }) => wanted && setRows(data),
        () => wanted && setFailed(true),
      );
    void read();
    const stop = onSaid<{ what: string }>('changed', ({ what }) => what === 'project' && void read());
    return () => {
      wanted = false;
      stop();
    };
  }, [me, turn]);
  return { rows, failed, reload: () => setTurn(turn + 1) };
}
