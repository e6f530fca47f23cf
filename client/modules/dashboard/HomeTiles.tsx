import { Tiles } from './Tiles.tsx';
import { gridClass } from './tile-class.ts';
import { byModule, useBoard } from './useBoard.ts';

const MOST = 8;
const FEWEST = 4;

/** The first numbers of the reader's board, at the head of the start page. */
export function HomeTiles({ projectId }: { projectId: string }) {
  const { data } = useBoard(projectId);
  const own = (data?.tiles ?? []).filter(one => data && one.presets.includes(data.preset)).slice(0, MOST);
  if (own.length < FEWEST) return null;
  return (
    <ul className={gridClass()}>
      {byModule(own).map(([module, tiles]) => (
        <Tiles key={module} projectId={projectId} module={module} tiles={tiles} />
      ))}
    </ul>
  );
}
