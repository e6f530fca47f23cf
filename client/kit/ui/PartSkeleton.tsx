import { chakra } from '@chakra-ui/react';
import { use } from 'react';
import { HasFailed } from '../live/failed-reads.ts';
import { Bone } from './Skeleton.tsx';

/** Stands for what fills a panel and is on its way, at about the height that it will need. */
export function PartSkeleton() {
  if (use(HasFailed)) return null;
  return (
    <chakra.div aria-hidden display="grid" alignContent="start" gap="5" minH="224px" px="4" py="3">
      {[72, 100, 56].map(width => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </chakra.div>
  );
}
