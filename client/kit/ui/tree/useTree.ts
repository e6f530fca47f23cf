import type { Definition } from '@lobby/shared/kit/definition.ts';
import { useAtomValue } from 'jotai';
import { useCallback, useEffect, useState } from 'react';
import { request } from '../../api.ts';
import { followModule } from '../../live.ts';
import { scopeAtom } from '../../session.ts';
import { later } from '../../timing.ts';
import type { Node } from './tree.ts';

/** All records of a tree with what is in them counted, live; null until they were read. */
export function useTree({ path, code }: Definition): {
  nodes: readonly Node[] | null;
  failed: boolean;
  reload: () => void;
} {
  const scope = useAtomValue(scopeAtom);
  const [nodes, setNodes] = useState<readonly Node[] | null>(null);
  const [failed, setFailed] = useState(false);
  const read = useCallback(
    () =>
      request<Node[]>('GET', `${path}/tree`, scope).then(
        ({ data }) => {
          setNodes(data);
          setFailed(false);
        },
        () => setFailed(true),
      ),
    [scope, path],
  );
  useEffect(() => {
    void read();
    // They change seldom and are few: after any change of them, or of what is in them, all is read again.
    const soon = later(() => void read(), 100, 1000);
    const stop = followModule(scope, code, () => soon.soon());
    return () => {
      stop();
      soon.cancel();
    };
  }, [read, scope, code]);
  return { nodes, failed, reload: () => void read() };
}
