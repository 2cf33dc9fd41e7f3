'use client';

import { Button } from '@mantine/core';
import { IconPlugConnected } from '@/app/_ui/icons/icons';
import type { ModelSettings } from '@/lib/contracts/settings';
import { useModelSettings } from '../../_client/settings-queries';
import { useFocusSwitch } from '../../_ui/form/use-focus-switch';
import { SettingsSection } from '../../_ui/shell/settings-section';
import { SheetList } from '../../_ui/shell/sheet-list';
import { Loaded } from '../../_ui/state/loaded';
import { LoadingRows } from '../../_ui/state/loading-rows';
import { newDraft, parseModelDraft } from './model-draft';
import { ModelForm } from './model-form';
import { ModelRow } from './model-row';
import classes from './models.module.css';
import { useDraftForm } from './use-draft-form';

export function ModelsSection() {
  const settings = useModelSettings();
  return (
    <SettingsSection
      id="models"
      title="Models"
      lead="The AI that does the work: any server with an OpenAI-compatible API, on this machine or elsewhere. A run keeps the model that it started with."
    >
      <Loaded
        query={settings}
        loading={<LoadingRows rows={2} height={92} />}
        failure="The settings could not be loaded"
      >
        {(data) => (
          <>
            <SheetList label="Models">
              {data.models.map((model) => (
                <ModelRow key={model.id} model={model} settings={data} />
              ))}
            </SheetList>
            <AddModel settings={data} />
          </>
        )}
      </Loaded>
    </SettingsSection>
  );
}

function AddModel({ settings }: { settings: ModelSettings }) {
  const provider = settings.providers.find(({ needsServer }) => needsServer);
  const isFirst = !settings.models.some(({ source }) => source !== 'demo');
  const form = useDraftForm('settings.model.new', parseModelDraft, newDraft(provider?.id ?? '', isFirst));
  const focus = useFocusSwitch(form);
  if (!provider) return null;
  if (form.isOpen) {
    return (
      <section className={classes['panel']} aria-labelledby="add-model">
        <h3 id="add-model">Add a model</h3>
        <ModelForm ref={focus.form} model={null} settings={settings} form={form} />
      </section>
    );
  }
  return (
    <Button
      ref={focus.button}
      className={classes['add']}
      variant={isFirst ? 'filled' : 'default'}
      leftSection={<IconPlugConnected size={17} aria-hidden />}
      onClick={form.open}
    >
      Add a model
    </Button>
  );
}
