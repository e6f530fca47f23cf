import { chakra } from '@chakra-ui/react';
import { use } from 'react';
import { HasFailed } from '../../live/failed-reads.ts';
import { Bone } from './Skeleton.tsx';

/** Placeholder of loading panel content, with about its later height. */
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
