#!/usr/bin/env node
'use strict';
require('./launch.cjs')('sensorium');
