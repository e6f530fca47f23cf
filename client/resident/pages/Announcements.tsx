import { Notices } from './Notices.tsx';

/** What the management has announced. */
export const Page = ({ id }: { id: string | undefined }) => (
  <Notices id={id} path="announcement" page="announcements" module="ANNOUNCEMENT" />
);
