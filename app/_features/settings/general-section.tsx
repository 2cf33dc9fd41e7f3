'use client';

import { countOf } from '@/lib/shared/quantities';
import { useGeneralSettings } from '../../_client/settings-queries';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { formatLimit } from '../../_ui/time/format-time';
import classes from './settings.module.css';

export function GeneralSection() {
  const settings = useGeneralSettings();
  return (
    <SettingsSection id="general" title="This installation" lead="Set by the server’s configuration.">
      <Loaded
        query={settings}
        loading={<LoadingRows rows={3} height={24} />}
        failure="This information could not be loaded"
      >
        {(data) => (
          <dl className={classes['facts']}>
            {data.workspaceFolder !== null && (
              <>
                <dt>Workspace folder</dt>
                <dd>
                  <code>{data.workspaceFolder}</code>
                </dd>
              </>
            )}
            <dt>Workflows folder</dt>
            <dd>
              <code>{data.workflowsFolder}</code>
            </dd>
            <dt>Data folder</dt>
            <dd>
              <code>{data.dataFolder}</code>
            </dd>
            <dt>Limits of a run</dt>
            <dd>
              Defaults: {countOf(data.limits.maxSteps, 'step')}, {formatLimit(data.limits.maxActiveMs)},{' '}
              {countOf(data.limits.maxMalformedReplies, 'invalid reply', 'invalid replies')}
            </dd>
            <dt>Version</dt>
            <dd>{data.version}</dd>
          </dl>
        )}
      </Loaded>
    </SettingsSection>
  );
}
