import type { Checkup } from '@deqiq/contract/examinations/checkups.ts';
import type { Role } from '@deqiq/contract/shared/roles.ts';
import * as texts from '@deqiq/messages/viewer/panel.js';
import { useEffect } from 'react';
import { Checkbox } from '../../../ui/field/checkbox.tsx';
import type { ViewerFile } from '../../../viewer/viewer.tsx';
import { useStoredSetting } from '../../shell/stored/stored-setting.ts';
import { listEarlier } from './viewer-files.ts';

const useHanging = () => useStoredSetting('viewer', 'people', false, 'earlier panoramic');

/** The day of the examination, or of its upload: YYYY-MM-DD. */
const dayOfCheckup = ({ startDate, createdAt }: Checkup): string =>
  startDate || createdAt.slice(0, 'YYYY-MM-DD'.length);

type HangingProps = {
  checkup: Checkup;
  picture: ViewerFile | undefined;
  others: readonly Checkup[];
  role: Role;
  onChange: (beside: ViewerFile | undefined) => void;
};

/** The newest panoramic that was made before the open one; other pictures have none. */
function findEarlierPanoramic({ checkup, picture, others, role }: HangingProps) {
  if (!picture?.hasSides) return undefined;
  const earlier = others
    .filter((other) => dayOfCheckup(other) <= dayOfCheckup(checkup))
    .toSorted((one, other) => dayOfCheckup(other).localeCompare(dayOfCheckup(one)));
  return listEarlier(earlier, role)
    .flatMap(({ files }) => files)
    .find((file) => file.hasSides && file.derivedUrl);
}

/** Says which picture opens beside a panoramic: the earlier one, where the person has chosen that in this browser. */
export function Hanging(props: HangingProps) {
  const [isOn] = useHanging();
  const beside = isOn ? findEarlierPanoramic(props) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a poll brings the same picture as a new object
  useEffect(() => props.onChange(beside), [beside?.id]);
  return null;
}

/** The choice, among the other examinations. */
export function HangingChoice() {
  const [isOn, setOn] = useHanging();
  return (
    <Checkbox
      label={texts.opensEarlierPanoramic()}
      checked={isOn}
      onChange={({ target }) => setOn(target.checked)}
    />
  );
}
