import { newId } from '@lobby/server/kit/database/database.ts';
import { seal } from '@lobby/server/kit/privacy/personal.ts';
import { hashPassword } from '@lobby/server/platform/accounts/passwords.ts';
import { loginDigest } from '@lobby/server/platform/auth/sessions.ts';
import { PEOPLE, type User, users } from '@lobby/server/platform/auth/users.ts';
import { projects } from '@lobby/server/platform/projects/projects.ts';
import { FLAGS, type Permissions } from '@lobby/shared/kit/permissions.ts';
import { department, employee, position } from '@lobby/shared/modules/employee.ts';
import { floor } from '@lobby/shared/modules/floor.ts';
import { hotline } from '@lobby/shared/modules/hotline.ts';
import { CODES } from '@lobby/shared/modules/recordless-modules.ts';
import { residency, resident } from '@lobby/shared/modules/resident.ts';
import { block, unit } from '@lobby/shared/modules/unit.ts';
import { type Caller, callerOf, type Row, type Sent } from './caller.ts';
import { makeRecord, permit } from './records.ts';

export const PASSWORD = 'right-password';
export const FORBIDDEN_WORD = 'Đồ ngốc';

/** Somebody signed in. */
export interface Person extends Caller {
  userId: string;
  /** Employee or resident id. */
  id: string;
  name: string;
  email: string;
  token: string;
  /** The same person at another server. */
  at: (url: string) => Caller;
}

/** A project with its people. */
export interface Site {
  id: string;
  blockId: string;
  floorId: string;
  unitId: string;
  otherUnitId: string;
  departmentId: string;
  /** Two of the staff, who may do everything. */
  ann: Person;
  ben: Person;
  /** One of the staff, who may do what `allow` says; at first nothing. */
  carl: Person;
  allow: (permissions: Permissions) => Promise<void>;
  /** Residents of `unitId` and of `otherUnitId`. */
  dora: Person;
  emil: Person;
}

/** Every flag on every module. */
export const everything: Permissions = Object.fromEntries(CODES.map(code => [code, FLAGS]));

let hash: Promise<string> | null = null;
let numbers = 0;

async function addUser(kind: User['kind'], name: string): Promise<{ userId: string; email: string; phone: string }> {
  hash ??= hashPassword(PASSWORD);
  const n = ++numbers;
  const email = `${name.toLowerCase()}${n}@example.test`;
  const phone = `+849${String(10_000_000 + n)}`;
  const user: User = {
    _id: newId(),
    logins: [loginDigest(email), ...(kind === 'resident' ? [loginDigest(phone)] : [])],
    name,
    email: kind === 'staff' ? email : seal(PEOPLE, email),
    kind,
    passwordHash: await hash,
    verified: true,
    disabled: false,
  };
  await users().insertOne(user);
  return { userId: user._id, email, phone };
}

/** Signs in over HTTP. */
export async function signIn(url: string, kind: User['kind'], login: string, password = PASSWORD) {
  const [path, body] =
    kind === 'staff' ? ['/auth/login', { email: login, password }] : ['/resident/auth/login', { login, password }];
  return callerOf(
    () => url,
    () => ({}),
  ).post<{ accessToken: string; employees: Row[]; units: Row[] }>(path, body);
}

async function personOf(
  url: string,
  kind: User['kind'],
  found: { userId: string; email: string },
  id: string,
  name: string,
  headers: Record<string, string>,
  heard?: (sent: Sent) => void,
): Promise<Person> {
  const { data } = await signIn(url, kind, found.email);
  const person = { ...found, id, name, token: data.accessToken };
  const standing = () => ({ Authorization: `Bearer ${person.token}`, 'Accept-Language': 'en', ...headers });
  const at = (other: string) => callerOf(() => other, standing, heard);
  return Object.assign(person, at(url), { at });
}

/** Makes a project with two units, three of the staff and two residents, and signs them all in. */
export async function makeSite(url: string, name: string, heard?: (sent: Sent) => void): Promise<Site> {
  const id = newId();
  // A test that is tried again makes it again.
  const before = await projects().countDocuments({ name });
  await projects().insertOne({
    _id: id,
    name,
    code: `${name.toUpperCase()}${before || ''}`,
    timeZone: 'Asia/Ho_Chi_Minh',
    address: '1 Test Street',
    hotline: '1900 0000',
    forbiddenWords: [FORBIDDEN_WORD],
    ticketExpiryDays: 7,
    // Tests run at all hours: nothing waits for the morning.
    sending: { quietFrom: '00:00', quietTo: '00:00' },
  });
  await makeRecord(
    id,
    hotline,
    { name: 'Hotline', phone: '1900 0000' },
    { kind: 'MAIN', digits: '19000000', order: 10 },
  );
  const office = await makeRecord(id, department, { name: `Office ${name}` });
  const place = async (title: string, permissions: Permissions) =>
    (await makeRecord(id, position, { name: title, departmentId: office._id }, { permissions }))._id;
  const chief = await place('Chief', everything);
  const limited = await place('Limited', {});
  const home = await makeRecord(id, block, { name: `Block ${name}` });
  const twelfth = await makeRecord(id, floor, { name: '12', blockId: home._id, order: 12 });
  const units = ['A-12.08', 'B-03.01'].map(code =>
    makeRecord(id, unit, {
      code: `${name.slice(0, 1)}${code}`,
      type: 'APARTMENT',
      blockId: home._id,
      floorId: twelfth._id,
      area: 70,
    }),
  );
  const [unitId = '', otherUnitId = ''] = (await Promise.all(units)).map(one => one._id);

  const hire = async (first: string, positionId: string) => {
    const user = await addUser('staff', first);
    const values = { name: first, email: user.email, positionIds: [positionId], departmentId: office._id };
    const doc = await makeRecord(id, employee, values, { userId: user.userId, status: 'ACTIVE' });
    return personOf(url, 'staff', user, doc._id, first, { 'X-Project-Id': id }, heard);
  };
  const settle = async (first: string, at: string) => {
    const user = await addUser('resident', first);
    const values = { name: first, unitId: at, role: 'HOUSEHOLDER', phone: user.phone, email: user.email };
    const doc = await makeRecord(id, resident, values, { userId: user.userId, unitIds: [at] });
    const held = { householderOf: at, uniq: { householderOf: at } };
    await makeRecord(id, residency, { residentId: doc._id, unitId: at, role: values.role }, held);
    return personOf(url, 'resident', user, doc._id, first, { 'X-Unit-Id': at }, heard);
  };
  return {
    id,
    blockId: home._id,
    floorId: twelfth._id,
    unitId,
    otherUnitId,
    departmentId: office._id,
    ann: await hire('Ann', chief),
    ben: await hire('Ben', chief),
    carl: await hire('Carl', limited),
    allow: permissions => permit(limited, permissions),
    dora: await settle('Dora', unitId),
    emil: await settle('Emil', otherUnitId),
  };
}
