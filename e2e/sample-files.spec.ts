import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { openScriptedApp } from './support/open-scripted-app';

const { app } = openScriptedApp();
